# The same hashes: 0; another one: 1, and it says which; none to compare with: 3. What has none: a reason.
export OCL_ICD_VENDORS=$PWD
ulparity fingerprint hexpm1 -d host >now.txt
ulparity fingerprint hexpm1 -d host --compare now.txt
echo "exit status $?"
sed 's/55578fbe14df3d88/55578fbe14df3d89/' now.txt >other.txt
ulparity fingerprint hexpm1 -d host --compare other.txt
echo "exit status $?"
ulparity fingerprint hexpm1_lg2 -d host --compare now.txt 2>&1
echo "exit status $?"
ulparity fingerprint approx/rcp -d host --blocks 0 >now.txt
ulparity fingerprint approx/rcp -d host --blocks 1 --compare now.txt 2>&1
echo "exit status $?"
ulparity fingerprint host/sincosf -d host 2>&1

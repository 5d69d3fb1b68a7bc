# The same hashes: 0; another one: 1, and it says which.
export OCL_ICD_VENDORS=$PWD
ulparity fingerprint hexpm1 -d host >now.txt
ulparity fingerprint hexpm1 -d host --compare now.txt | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
sed 's/55578fbe14df3d88/55578fbe14df3d89/' now.txt >other.txt
ulparity fingerprint hexpm1 -d host --compare other.txt | tail -n +2
echo "exit status ${PIPESTATUS[0]}"

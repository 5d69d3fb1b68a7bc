# The same hashes: 0; others: 1, and it says where; none to compare with, or a line too short: 3.
export OCL_ICD_VENDORS=$PWD
ulparity fingerprint hexpm1 -d host >now.txt
ulparity fingerprint hexpm1 -d host --compare now.txt
echo "exit status $?"
sed 's/55578fbe14df3d88/55578fbe14df3d89/' now.txt >other.txt
ulparity fingerprint hexpm1 -d host --compare - <other.txt
echo "exit status $?"
ulparity fingerprint hexpm1_lg2 -d host --compare now.txt 2>&1
echo "exit status $?"
ulparity fingerprint approx/rcp -d host --blocks 0-2 >now.txt
ulparity fingerprint approx/rcp -d host --blocks 3 --compare now.txt 2>&1
echo "exit status $?"
sed 's/ [0-9a-f]*$//' now.txt >other.txt
ulparity fingerprint approx/rcp -d host --compare other.txt 2>&1
echo "exit status $?"
# Shortened hashes compare by what is there.
sed -E 's/([0-9a-f]{8})[0-9a-f]{8}/\1/g' now.txt >other.txt
ulparity fingerprint approx/rcp -d host --compare other.txt
echo "exit status $?"
sed 's/^approx.*/& zz/' other.txt >wrong.txt
ulparity fingerprint approx/rcp -d host --compare wrong.txt 2>&1
echo "exit status $?"
# Without words or flags, all that the file has.
sed 's/^approx.rcp - [^ ]*/approx\/rcp - 0123abcd/; s/rcp - \(.*\)/&\nnothing - \1/' other.txt >more.txt
ulparity fingerprint -d host --compare more.txt 2>&1
echo "exit status $?"
ulparity fingerprint -d host --compare none.txt 2>&1

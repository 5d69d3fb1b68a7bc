# An edition is listed whole: each row of its tables is there, served or not, and no other.
ulparity list --bounds seed --format json | grep -o '"seed_[^"]*"' | tr -d '"' | sort -u >listed
awk -F'\t' '$1 == "seed" { print "seed_" $2 ":" $3 }' "$CLI/../../bounds/seed.tsv" | sort -u | diff - listed
cut -d: -f1 listed | uniq -c | sed 's/^ *//'
# What nothing serves has no subject.
ulparity list --bounds seed --format json | grep '"subject":null' | grep -c -v '^{"subject":null,"function":null,"signature":null,"reference":\[\],"rows":\["seed_[^"]*"\],"bounds":\[\],"claims":\[\]}$'
exit 0

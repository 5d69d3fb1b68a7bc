# Without records: the documents' tables, as they are printed.
ulparity tables --table seed_half
echo ----
ulparity tables --bounds ptx-9.1 --format md
echo ----
ulparity tables --table 'half2' --format csv | head -n 4 | tr -d '\r'
echo ----
ulparity tables --table relational --format html
echo ----
ulparity tables --table opencl-3_contraction --format json
echo ---- all of them
ulparity tables | grep ': .*: '

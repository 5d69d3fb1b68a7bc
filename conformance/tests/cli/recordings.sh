# A recording of the host stands for a GPU's: what is equal, what differs, what is lacking; a killed run goes on.
export OCL_ICD_VENDORS=$PWD
emulated=$CLI/../emulated.sh program=$(command -v ulparity)
{ ulparity fingerprint approx/rcp approx/sin -d host --blocks 0,126
  ulparity fingerprint hexpm1 hexpm1_lg2 -d host; } >device.txt
gzip -c device.txt >device.gz
$emulated "$program" -d host -r device.gz
echo "exit status $?"
# All of it: one row is finished already.
echo "equal hexpm1 -" >finished
$emulated "$program" -d host -r device.gz -a finished
echo "exit status $?"
sort finished
sed 's/55578fbe14df3d88/5557/; s/^\(hexpm1_lg2 - \)..../\10123/' device.txt | gzip -c >other.gz
$emulated "$program" -d host -r other.gz 2>&1
echo "exit status $?"
rm finished
$emulated "$program" -d host -r other.gz -a finished | grep -v ' of '
echo "exit status ${PIPESTATUS[0]}"
sed 's/hexpm1_lg2/hexpm1_lg3/' device.txt | gzip -c >other.gz
$emulated "$program" -d host -r other.gz 2>&1
echo "exit status $?"
$emulated "$program" -d nothing -r device.gz 2>&1
echo "exit status $?"

# A GPU whose machine lacks the release that is asked for: its code must be in the cache. A driver's stand-in
# suffices; there is no CUDA 11.9.
export LD_LIBRARY_PATH=$(dirname "$(command -v ulparity)")/conformance/tests/fake_driver OCL_ICD_VENDORS=$PWD
ulparity fingerprint cuda/expf -d cuda:0@11.9 --blocks 0
echo "exit status $?"
ulparity fingerprint cuda/expf -d cuda:0@14.0 --blocks 0
echo "exit status $?"

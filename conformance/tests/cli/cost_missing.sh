# Without NVRTC or nvdisasm: one line that says how to get them, exit status 3.
export XDG_CACHE_HOME=$PWD
! ulparity cost cuda/expf >/dev/null 2>&1 || { echo "skipped: both are installed" >&2; exit 125; }
ulparity cost cuda/expf 2>&1 | grep -c 'conformance/cuda-release 13.0'
ulparity cost cuda/expf 2>/dev/null
echo "exit status $?"

# The emulated device without its library, or without the release of NVRTC that was asked for.
ulparity devices 2>/dev/null | grep -q ^cuda:emulated || { echo "no emulated device here" >&2; exit 125; }
cp "$(command -v ulparity)" .
./ulparity eval cuda/acosf 0.5 -d cuda:emulated
echo "exit status $?"
ulparity eval cuda/acosf 0.5 -d cuda:emulated@11.9 2>&1 | grep -o "no CUDA release '11.9'"

ulparity --version

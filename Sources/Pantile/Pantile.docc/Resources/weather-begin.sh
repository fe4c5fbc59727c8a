# The sources of Pantile are in ./pantile.
pantile/tools/install-packages
mkdir weather
cd weather
swift package init --type executable

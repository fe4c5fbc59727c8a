# The sources of Pantile are in ./pantile.
pantile/tools/install-packages
mkdir -p weather/Sources/weather
cd weather

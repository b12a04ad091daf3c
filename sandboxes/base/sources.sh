#!/bin/sh
# Adds the security suite to the package sources that debootstrap wrote, on the mirror that it used.
# A mirror .../debian has its security suite at .../debian-security; a source list in another form (the standard
# images bring one with security in it) and mirrors with other names stay as they are.
set -eu
list=/etc/apt/sources.list
[ -s "$list" ] || exit 0
grep -q -- '-security' "$list" && exit 0
sed -nE 's#^deb (\S+/debian)/? (\w+) main.*#deb \1-security \2-security main#p' "$list" > /tmp/security
cat /tmp/security >> "$list"
rm /tmp/security

#!/bin/sh
# Installs batchwatch below a prefix, or removes it. The script is in the unpacked archive, beside bin, libexec, lib,
# share, etc; an installation keeps a copy of it in libexec/batchwatch, with the list of installed files.
#
#   install.sh [--prefix DIRECTORY] [--uninstall]
#
# The default prefix is /usr/local. The configuration is in /etc/batchwatch: existing files are kept, also at removal.
# DESTDIR=DIRECTORY precedes each path and leaves the running system unchanged. Without root everything, including the
# configuration, is below the prefix.
set -eu
umask 022

usage() {
    sed -n '/^#   install/s/^#  */usage: /p' "$0" >&2
    exit 64
}
say() { printf '%s\n' "$@"; }
fail() {
    printf 'install.sh: %s\n' "$*" >&2
    exit 1
}

prefix=/usr/local
mode=install
while [ $# -gt 0 ]; do
    case $1 in
    --prefix) [ $# -gt 1 ] || usage; prefix=$2; shift ;;
    --prefix=*) prefix=${1#*=} ;;
    --uninstall) mode=uninstall ;;
    *) usage ;;
    esac
    shift
done
prefix=${prefix%/}
case $prefix in
'' | /*) ;;
*) fail "--prefix has to begin with /: $prefix" ;;
esac
case $prefix in *[!A-Za-z0-9/._+-]*) fail "--prefix: only letters, digits and ._+- can stand in a unit's path: $prefix" ;; esac

root=${DESTDIR:-}
root=${root%/}
# Where systemd looks for what it reads; it does not look below other prefixes than these.
case $prefix in
/usr | /usr/local) units=$prefix/lib ;;
*) units=/usr/local/lib ;;
esac
config=/etc/batchwatch
if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then
    units=$prefix/lib
    config=$prefix/etc/batchwatch
fi
# The running system is told of what changes; not so when it is put somewhere to be packed.
is_live() { [ -z "$root" ] && [ "$(id -u)" = 0 ]; }
has_systemd() { is_live && [ -d /run/systemd/system ]; }

list=$root$prefix/libexec/batchwatch/installed
new_list=
trap '[ -z "$new_list" ] || rm -f "$new_list"' EXIT

# Makes a directory and those above it, and notes those that were not there, the lowest last.
make_directory() {
    [ ! -d "$root$1" ] || return 0
    case $1 in */*/*) make_directory "${1%/*}" ;; esac
    mkdir -p "$root$1"
    say "$1/" >>"$new_list"
}

# put MODE FILE PATH: units, and what describes them, name the programs below the prefix.
put() {
    make_directory "${3%/*}"
    rm -f "$root$3"
    case $3 in
    *.service | *.socket | */man7/* | */hooks/README.md)
        sed "s|/usr/bin/batchwatch|$prefix/bin/batchwatch|g; s|/usr/libexec/|$prefix/libexec/|g" "$2" >"$root$3" ;;
    *) cp "$2" "$root$3" ;;
    esac
    chmod "$1" "$root$3"
    say "$3" >>"$new_list"
}

# Daemon and workers are of one version, always: what runs is stopped while files are replaced.
running_units() {
    systemctl list-units --plain --no-legend --state=active,activating,reloading \
        'batchwatch.service' 'batchwatch@*.service' 'batchwatch-hook.socket' | cut -d' ' -f1
}

remove_listed() { # LIST [KEPT]: the files, then the directories that are empty then, but for what stands in KEPT
    sed '1!G;h;$!d' "$1" | while IFS= read -r path; do
        [ -z "${2:-}" ] || ! grep -qxF -e "$path" "$2" || continue
        case $path in
        */) rmdir "$root${path%/}" 2>/dev/null || true ;;
        *) rm -f "$root$path" ;;
        esac
    done
}

uninstall() {
    [ -f "$list" ] || fail "nothing was installed by this script below $root$prefix: there is no $list"
    if has_systemd; then
        # Words of a list of units.
        # shellcheck disable=SC2046
        systemctl disable --now batchwatch.service batchwatch-hook.socket $(running_units) 2>/dev/null || true
        rm -f /etc/systemd/system/multi-user.target.wants/batchwatch@*.service
    fi
    new_list=$(mktemp)
    cp "$list" "$new_list"
    rm -f "$list"
    remove_listed "$new_list"
    if has_systemd; then
        systemctl daemon-reload
        journalctl --update-catalog
    fi
    say "batchwatch is taken away. Left are $config, what is in /var/lib/batchwatch* and /var/cache/batchwatch*, and the user batchwatch."
}

make_user() {
    if command -v systemd-sysusers >/dev/null; then
        systemd-sysusers "$units/sysusers.d/batchwatch.conf"
    elif ! id batchwatch >/dev/null 2>&1; then
        useradd --system --home-dir /var/lib/batchwatch --shell /usr/sbin/nologin batchwatch
    fi
}

put_config() {
    if [ -e "$root$config/watched-batches.toml" ]; then
        say "$config/watched-batches.toml stays as it is."
        return
    fi
    # Not listed: it stays.
    mkdir -p "$root$config"
    cp "$here/etc/batchwatch/watched-batches.toml" "$root$config/"
    is_live || return 0
    # It names people's cases.
    chown root:batchwatch "$config/watched-batches.toml"
    chmod 640 "$config/watched-batches.toml"
}

warn_of_libraries() {
    for library in libcurl.so.4 libcrypto.so.3 libxml2.so.2 libfribidi.so.0 libz.so.1 libsystemd.so.0; do
        PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -q "$library" || say "Missing on this machine: $library"
    done
    PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -q libdeflate.so.0 ||
        say "Missing on this machine: libdeflate.so.0, without which PDFs take a tenth longer"
    for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem \
        /etc/ssl/ca-bundle.pem /etc/ssl/cert.pem; do
        [ ! -e $bundle ] || return 0
    done
    say "Missing: CA certificates"
}

tell_what_next() {
    file=$config/watched-batches.toml
    option=
    [ "$config" = /etc/batchwatch ] || option=" --config $file"
    say "batchwatch is installed below $prefix. Now:" \
        "" \
        "    $prefix/bin/batchwatch setup$option"
    if is_live; then
        case $prefix in
        /home/* | /root/*) say "The unit cannot start programs below $prefix (ProtectHome=); choose another prefix." ;;
        esac
        say "" "It writes $file and starts the service. By hand: edit that file, then" \
            "" \
            "    $prefix/bin/batchwatch check" \
            "    systemctl enable --now batchwatch"
    elif [ -z "$root" ]; then
        say "    $prefix/bin/batchwatch run$option --state-dir DIRECTORY --cache-dir DIRECTORY" \
            "" \
            "As you are not root the service is not set up."
    fi
}

install_all() {
    here=$(cd "$(dirname "$0")" && pwd)
    [ -x "$here/bin/batchwatch" ] || fail "there is no bin/batchwatch beside this script; to install, call it in the unpacked archive"
    "$here/bin/batchwatch" --version >/dev/null || fail "the programs do not run on this machine: $(uname -sm), it takes glibc 2.36"
    stopped=
    if has_systemd; then
        stopped=$(running_units)
        # Words of a list of units.
        # shellcheck disable=SC2086
        [ -z "$stopped" ] || systemctl stop $stopped
    fi
    new_list=$(mktemp)
    # The directories that an earlier installation made are still ours.
    [ ! -f "$list" ] || grep '/$' "$list" >"$new_list" || true
    for file in $(cd "$here" && find bin libexec lib share -type f | LC_ALL=C sort); do
        case $file in lib/*) target=$units/${file#lib/} ;; *) target=$prefix/$file ;; esac
        if [ -x "$here/$file" ]; then put 755 "$here/$file" "$target"; else put 644 "$here/$file" "$target"; fi
    done
    put 755 "$here/install.sh" "$prefix/libexec/batchwatch/install.sh"
    [ ! -f "$list" ] || remove_listed "$list" "$new_list"
    say "$prefix/libexec/batchwatch/installed" >>"$new_list"
    cp "$new_list" "$list"
    if is_live; then make_user; fi
    put_config
    if has_systemd; then
        systemctl daemon-reload
        journalctl --update-catalog
        # Words of a list of units.
        # shellcheck disable=SC2086
        [ -z "$stopped" ] || systemctl start $stopped
    fi
    [ -n "$root" ] || warn_of_libraries
    tell_what_next
}

if [ $mode = uninstall ]; then uninstall; else install_all; fi

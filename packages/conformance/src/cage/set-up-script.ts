/** Where the cage keeps what is brought into it: its own empty tmpfs over `/run`, so every parent folder is root's. */
export const CAGE_ROOT = "/run/cage";

/** Folders that are shared between programs of a machine or hold a user's files: empty and read-only in the cage. */
export const HIDDEN_FOLDERS = ["/tmp", "/var/tmp", "/dev/shm", "/home", "/root"] as const;

/**
 * What runs as root (or with the capabilities of a user namespace) inside the new namespaces, before the program.
 * POSIX shell, because nothing else can be counted on between `unshare` and `setpriv`.
 *
 * Arguments: the mount, network and process namespaces of the host, uid, gid, `clear` or `keep` (groups), the working
 * folder; the count of brought places and three words for each (`ro` or `rw`, name, path); the count of sockets and their
 * paths; then the program, which must begin with absolute paths.
 *
 * The signal at the parent's death is set again by `setpriv`: the kernel forgets the one of `unshare --kill-child` when
 * the user changes, and then the end of `unshare` would leave the whole cage running (seen).
 *
 * It begins by proving that it is not in the host's namespaces: otherwise an `unshare` that does not do its work would have
 * it remount the host read-only.
 */
export const SET_UP_SCRIPT = `set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022
fail() { echo "cage: $1" >&2; exit 1; }
[ "$(readlink /proc/self/ns/mnt)" != "$1" ] || fail "the mount namespace is the host's"
[ "$(readlink /proc/self/ns/net)" != "$2" ] || fail "the network namespace is the host's"
[ "$(readlink /proc/self/ns/pid)" != "$3" ] || fail "the process namespace is the host's"
uid=$4 gid=$5 groups=$6 folder=$7
shift 7

mount --make-rprivate /
ip link set lo up
mount -t tmpfs -o mode=755,size=4m,nosuid,nodev tmpfs /run
mkdir -p ${CAGE_ROOT}
writable=" "
count=$1; shift
while [ "$count" -gt 0 ]; do
  count=$((count - 1))
  place=${CAGE_ROOT}/$2
  [ ! -e "$place" ] || fail "two places have the name $2"
  if [ -d "$3" ]; then mkdir -p "$place"; else mkdir -p "\${place%/*}"; : > "$place"; fi
  mount --bind "$3" "$place"
  [ "$1" = ro ] || writable="$writable$place "
  shift 3
done
for hidden in ${HIDDEN_FOLDERS.join(" ")}; do
  [ -d "$hidden" ] && [ ! -L "$hidden" ] || continue
  mount -t tmpfs -o mode=755,size=64k,nosuid,nodev tmpfs "$hidden"
done
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts /dev/pts
count=$1; shift
while [ "$count" -gt 0 ]; do
  count=$((count - 1))
  [ ! -S "$1" ] || mount --bind /dev/null "$1"
  shift
done
awk '{ print $5 }' /proc/self/mountinfo > ${CAGE_ROOT}/mounts
while read -r line; do
  point=$(printf '%b' "$line")
  case "$point" in /proc|/proc/*|/dev/pts) continue ;; esac
  case "$writable" in *" $point "*) continue ;; esac
  [ -e "$point" ] || continue
  mount -o remount,bind,ro "$point" || fail "cannot make $point read-only"
done < ${CAGE_ROOT}/mounts

cd "$folder"
printf ready >&3
exec 3>&-
exec setpriv --reuid "$uid" --regid "$gid" "--$groups-groups" --no-new-privs --inh-caps=-all --ambient-caps=-all \\
  --bounding-set=-all --pdeathsig KILL "$@"
`;

/** The first process of the cage: waits for the program and, meanwhile, for every orphan, so that none stays a zombie. */
export const INIT_SCRIPT = '"$@"; exit $?';

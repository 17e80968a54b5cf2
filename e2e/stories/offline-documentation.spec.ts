import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { whyNoSecondMachine } from '../world/second-machine.ts';
import { expect, test } from '../world/story.ts';

const obstacle = whyNoSecondMachine();
test.skip(obstacle !== undefined, obstacle ?? '');
test.setTimeout(240_000);

/** A network with loopback and one interface that everything else would have to leave by, and that leads nowhere. */
const network = [
  'ip link set lo up',
  'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6',
  'ip link add out type veth peer name far',
  'ip link set far up',
  'ip address add 192.0.2.1/24 dev out',
  'ip link set out up',
  'ip route add default via 192.0.2.2 dev out onlink',
].join(' && ');

interface Told {
  readonly problem: string | null;
  readonly packets: number;
  readonly calls: readonly Record<string, { readonly status: string; readonly madeBy?: { readonly kind: string } }>[];
}

/** Runs a program of ours in such a network. */
const offline = (path: string): string => {
  const { stdout, stderr, status } = spawnSync(
    'unshare',
    ['--net', 'sh', '-c', `${network} && exec "$0" "$1" out`, process.execPath, path],
    { encoding: 'utf8', timeout: 220_000 },
  );
  expect(status, stderr.slice(-2000)).toBe(0);
  return stdout.trim().split('\n').at(-1) ?? '';
};

test('without a network and without a key a call documents itself, labelled as quotes, and nothing is sent anywhere', () => {
  const told = JSON.parse(offline(fileURLToPath(new URL('../world/offline-call.ts', import.meta.url)))) as Told;
  expect(told.problem).toBeNull();
  expect(told.calls).toHaveLength(2);
  for (const parts of told.calls) {
    for (const part of ['summary', 'callHeadline', 'actionItem']) {
      expect(parts[part]).toMatchObject({ status: 'success', madeBy: { kind: 'basic' } });
    }
    expect(parts['transcription']).toMatchObject({ status: 'success' });
  }
  expect(told.packets).toBe(0);
});

import type { Torturer, Way } from '../../apps/server/src/pbx/sip/testing/torturer.ts';
import { tortureCases } from '../../packages/sip/src/testing/torture/cases.ts';
import { mutate, randomRow } from '../../packages/sip/src/testing/torture/mutations.ts';
import { requestText, type Setting } from '../../packages/sip/src/testing/torture/written.ts';

const ways: Way[] = ['UDP', 'TCP', 'WS'];
/** Between two looks at whether the server still answers. */
const round = 100;

/** Sends mutations over every way, half of them inside a call; gives what went wrong. */
export async function fuzz(
  open: (way: Way) => Promise<Torturer>,
  number: string,
  count: number,
  seed: number,
): Promise<string[]> {
  const random = randomRow(seed);
  const below = (end: number) => Math.floor(random() * end);
  const faults: string[] = [];
  const latencies: number[] = [];
  let call: { peer: Torturer; inside: Omit<Setting, 'id'> } | undefined;
  for (let sent = 0; sent < count; sent += round) {
    const way = ways[(sent / round) % ways.length] ?? 'UDP';
    const peer = await open(way);
    if (sent % (round * 10) === 0) {
      call?.peer.says(requestText({ ...call.inside, id: `b${sent}`, cseq: call.inside.cseq + 100_000 }, 'BYE'));
      call?.peer.close();
      const caller = await open('UDP');
      call = { peer: caller, inside: await caller.call(number, `fuzz${process.pid}c${sent}`) };
    }
    for (let index = 0; index < round; index += 1) {
      const id = `z${process.pid}x${sent + index}`;
      const outside = {
        transport: way,
        user: peer.account.username,
        callId: id,
        fromTag: `f${id}`,
        toTag: '',
        cseq: 1,
      };
      const inside = random() < 0.5 ? call : undefined;
      const setting: Setting = inside ? { ...inside.inside, id, cseq: 10 + sent + index } : { ...outside, id };
      const text = () => tortureCases[below(tortureCases.length)]?.write(setting) ?? '';
      (inside?.peer ?? peer).says(mutate(text(), text(), random));
    }
    peer.close();
    // Rubbish may close a connection, but never the way for someone new.
    const fresh = await open(way);
    const begun = performance.now();
    if (!(await fresh.isAnswered(`o${process.pid}x${sent}`)))
      faults.push(`OPTIONS after ${sent + round} messages over ${way}`);
    latencies.push(performance.now() - begun);
    fresh.close();
  }
  call?.peer.close();
  const sorted = latencies.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  console.log(
    `${count} mutations of seed ${seed}; OPTIONS behind each ${round}: median ${median.toFixed(1)} ms, most ${sorted.at(-1)?.toFixed(1)} ms`,
  );
  return faults;
}

// Kills the server while people call and write, and proves that nothing acknowledged was lost.
//   npm run crash               20 rounds of each kind
//   npm run crash -- 5          5 rounds of each kind
//   npm run crash -- 6 older    6 rounds in which calls that talk are left as the version before stored them; nothing else
//   npm run crash -- crm 500 7  500 calls into the simulator of a CRM, by a process that is killed while it writes; the seed 7
import { setTimeout as pause } from 'node:timers/promises';
import { ApiSession } from '../people/api-session.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import { CallTraffic } from './call-traffic.ts';
import { crmCampaign } from './crm/campaign.ts';
import { InboxWriter } from './inbox-writer.ts';
import { NoteWriter } from './note-writer.ts';
import { killWhileTheyTalk } from './talks.ts';

if (process.argv[2] === 'crm') {
  const [calls, seed] = [process.argv[3] ?? 500, process.argv[4] ?? Date.now() % 1_000_000];
  process.exit((await crmCampaign(Number(calls), Number(seed))) > 0 ? 1 : 0);
}

const rounds = Number(process.argv[2] ?? 20);
const onlyOlderForm = process.argv[3] === 'older';
const limits = { services: 5_000, tree: 10_000 };

interface EventRow {
  readonly id: string;
  readonly channel_id: string;
  readonly unresolved: boolean;
  readonly note: string | null;
  readonly revision: number;
}

const faults: string[] = [];
const waited: Record<'services' | 'tree', number[]> = { services: [], tree: [] };

let traffic: CallTraffic | undefined;
const sidetone = await ownSidetone({ startedBy: 'npm' });
process.once('exit', () => {
  traffic?.stop();
  sidetone.abandon();
});
const people = await sidetone.signIns();
const [writerPerson, caller, callee, fourth] = people;
const classic = people[6];
if (!writerPerson || !caller || !callee || !fourth || !classic) throw new Error('The demo company lacks people');
let session = await ApiSession.signIn(sidetone.origin, writerPerson);
const history = await sidetone.query<EventRow>(
  `select e.id, e.channel_id, e.documentation #>> '{note,content}' as note,
       coalesce((e.documentation -> 'note' ->> 'revision')::int, 0) as revision
     from inbox_events e join channels c on c.id = e.channel_id
     join users u on u.id = c.owner_user_id where u.email = $1 and e.owner = u.id and e.terminated_at is not null limit 20`,
  [writerPerson.email],
);
const writer = new InboxWriter(
  () => session,
  history.map(({ id, channel_id }) => ({ docId: id, channelId: channel_id })),
);
const notes = new NoteWriter(
  () => session,
  history.map(({ id, channel_id, note, revision }) => ({ docId: id, channelId: channel_id, note, revision })),
);
const talkers = [writerPerson, caller, fourth, classic] as const;
faults.push(...(await killWhileTheyTalk(sidetone, talkers, rounds, onlyOlderForm ? 'older' : 'own')));
if (onlyOlderForm) {
  await sidetone.dispose();
  for (const fault of faults) console.error(fault);
  console.log(`${rounds} rounds from the older form, ${faults.length} faults`);
  process.exit(faults.length > 0 ? 1 : 0);
}
traffic = new CallTraffic(sidetone.ports.sip);
const phones = [
  await sidetone.addPhone(caller.email, 'Crash caller'),
  await sidetone.addPhone(callee.email, 'Crash callee'),
];
const [from, to] = phones;
if (!from || !to) throw new Error('No phones');
await traffic.start(from, to, callee.extension, 10);
writer.start();
notes.start();

/** Calls of before go on or are ended; people who keep talking hang up within this. */
const endsWithinMs = 20_000;

/** What must hold after the server is back. Traffic goes on, so only what began before the kill counts as left open. */
const verify = async (kind: string, killedAt: Date) => {
  let left = { events: 0, calls: 0 };
  for (const until = performance.now() + endsWithinMs; ; await pause(250)) {
    const [open] = await sidetone.query<{ events: number; calls: number }>(
      `select (select count(*) from inbox_events where terminated_at is null and started_at < $1)::int as events,
              (select count(*) from calls where ended_at is null and started_at < $1)::int as calls`,
      [killedAt],
    );
    left = open ?? left;
    if (left.events + left.calls === 0) return;
    if (performance.now() > until) break;
  }
  faults.push(`${kind}: ${left.events} events and ${left.calls} calls left open`);
};

const verifyWrites = async (kind: string) => {
  await Promise.all([writer.stop(), notes.stop()]);
  const rows = await sidetone.query<EventRow>(
    `select id, channel_id, unresolved, documentation #>> '{note,content}' as note from inbox_events where id = any($1)`,
    [history.map(({ id }) => id)],
  );
  for (const fault of [...writer.lost(rows), ...notes.lost(rows)]) faults.push(`${kind}: lost write, ${fault}`);
  writer.start();
  notes.start();
};

for (const kind of ['services', 'tree'] as const) {
  for (let round = 1; round <= rounds; round += 1) {
    await pause(300 + Math.random() * 2_500);
    const killedAt = new Date();
    const begun = performance.now();
    if (kind === 'services') {
      await sidetone.killServices();
      while (await sidetone.isHealthy()) await pause(10);
      await sidetone.healthy(30_000);
    } else {
      await sidetone.killTree();
      await sidetone.start();
    }
    const ms = performance.now() - begun;
    waited[kind].push(ms);
    if (ms > limits[kind]) faults.push(`${kind}: back after ${Math.round(ms)} ms`);
    await verify(kind, killedAt);
    await verifyWrites(kind);
    if (round % 5 === 0) session = await ApiSession.signIn(sidetone.origin, writerPerson);
    console.log(
      `${kind} ${round}/${rounds}: back after ${Math.round(ms)} ms, ${writer.acknowledged} writes and ${notes.acknowledged} notes acknowledged`,
    );
  }
}

traffic.stop();
await Promise.all([writer.stop(), notes.stop()]);
const promised = [...traffic.acknowledged()];
if (promised.length === 0 || writer.acknowledged === 0 || notes.acknowledged === 0)
  faults.push('nothing was acknowledged, so nothing is proved');
const kept = await sidetone.query<{ sip_call_id: string }>('select sip_call_id from legs where sip_call_id = any($1)', [
  promised,
]);
if (kept.length < promised.length)
  faults.push(`${promised.length - kept.length} acknowledged calls are not in the book`);
const summary = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return `median ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, most ${Math.round(sorted.at(-1) ?? 0)} ms`;
};
console.log(
  `${promised.length} calls, ${writer.acknowledged} writes and ${notes.acknowledged} notes were acknowledged`,
);
console.log(`back after kill -9 of the services: ${summary(waited.services)}; of the tree: ${summary(waited.tree)}`);
traffic.dispose();
await sidetone.dispose();
for (const fault of faults) console.error(fault);
console.log(`${3 * rounds} rounds, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

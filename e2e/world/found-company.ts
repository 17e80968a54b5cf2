import { linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CompanyPlace, demoPlace } from '../../apps/server/src/demo/company.ts';
import { createCompany } from '../../apps/server/src/demo/create-company.ts';
import { newSignIns } from '../../apps/server/src/demo/sign-ins.ts';
import { recordingsFolder, voicemailsFolder } from '../../apps/server/src/sound/sound-files.ts';
import { openDatabase } from '../../apps/server/src/storage/database.ts';
import { type Company, numbersAt } from './company.ts';
import type { Sidetone } from './sidetone.ts';

/**
 * Writes a company for one story file into the database of a running server, beside those of other files: own ids, e-mail
 * addresses and numbers, the passwords and sounds of the server's demo company.
 */
export async function foundCompany(sidetone: Sidetone): Promise<Company> {
  const db = openDatabase(await sidetone.databaseUrl(), { connections: 1 });
  try {
    const demo = await db.selectFrom('accounts').select(['id', 'created_at']).where('runs_server', '=', true).execute();
    const [first] = demo;
    if (!first) throw new Error('This server has no demo company to take passwords and sounds from');
    const { count } = await db
      .selectFrom('accounts')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const place = placeBeside(Number(count));
    const demoSignIns = await sidetone.demoSignIns();
    const users = await db.selectFrom('users').select(['email', 'password_hash']).execute();
    const hashes = demoSignIns.map((one) => users.find(({ email }) => email === one.email)?.password_hash ?? '');
    const accounts = await createCompany(db, sidetone.dataFolder, {
      now: first.created_at,
      place,
      hashes,
      runsServer: false,
      makesSounds: false,
      registrar: `127.0.0.1:${sidetone.ports.sip}`,
    });
    await takeSounds(sidetone, first.id, accounts[0] ?? '');
    const people = newSignIns(place).map((one, at) => ({ ...one, password: demoSignIns[at]?.password ?? '' }));
    return { accounts, people, numbers: numbersAt(place) };
  } finally {
    await db.destroy();
  }
}

/** Beside every other on a server with so many accounts: their count only grows. */
function placeBeside(count: number): CompanyPlace {
  const digits = String(count).padStart(3, '0');
  return {
    domains: {
      newer: `tannhorst-${count}.example`,
      classic: `lindqvist-${count}.example`,
      provider: `taunus-telefon-${count}.example`,
    },
    numbers: { newer: demoPlace.numbers.newer + digits, classic: demoPlace.numbers.classic + digits },
  };
}

/** One sound of the demo company, and where the other one awaits its own. */
interface SoundOfBoth {
  readonly id: string;
  readonly original: string;
  readonly mp3: string;
  readonly waiting_id: string;
  readonly waiting_for: string;
}

const soundKinds = [
  { table: 'recordings', folderOf: recordingsFolder },
  { table: 'voicemails', folderOf: voicemailsFolder },
] as const;

/** Gives the calls of a company the sounds that the demo company's have, gone through already: its files are linked. */
async function takeSounds(sidetone: Sidetone, from: string, to: string): Promise<void> {
  for (const { table, folderOf } of soundKinds) {
    const folder = folderOf(sidetone.dataFolder);
    for (const sound of await sidetone.queryServer<SoundOfBoth>(soundsOfBoth(table), [from, to])) {
      const mp3 = sound.waiting_for.replace(/\.wav$/, '.mp3');
      mkdirSync(dirname(join(folder, mp3)), { recursive: true, mode: 0o700 });
      linkSync(join(folder, sound.original), join(folder, sound.waiting_for));
      linkSync(join(folder, sound.mp3), join(folder, mp3));
      await sidetone.queryServer(
        `update ${table} set state = ready.state, mp3_path = $3, duration_ms = ready.duration_ms, waveform = ready.waveform
           from ${table} as ready where ${table}.id = $1 and ready.id = $2`,
        [sound.waiting_id, sound.id, mp3],
      );
    }
  }
  await sidetone.queryServer(takeParts, [from, to]);
}

/** Calls of both companies that are in the same inbox at the same time. */
const sameCalls = `
  from channels c1
  left join users u1 on u1.id = c1.owner_user_id
  join channels c2 on c2.account_id = $2 and c2.name is not distinct from c1.name
  left join users u2 on u2.id = c2.owner_user_id
  join inbox_events e1 on e1.channel_id = c1.id
  join inbox_events e2 on e2.channel_id = c2.id and e2.started_at = e1.started_at`;
const ofBoth = 'c1.account_id = $1 and u1.first_name is not distinct from u2.first_name';

const soundsOfBoth = (table: (typeof soundKinds)[number]['table']) => `
  select s1.id, s1.original_path as original, s1.mp3_path as mp3, s2.id as waiting_id, s2.original_path as waiting_for
  ${sameCalls}
  join ${table} s1 on s1.channel_id = e1.channel_id and s1.doc_id = e1.id
  join ${table} s2 on s2.channel_id = e2.channel_id and s2.doc_id = e2.id
  where ${ofBoth}`;

/** What is told of the sounds. */
const takeParts = `
  update inbox_events set documentation = inbox_events.documentation || parts.found from (
    select e2.channel_id, e2.id, jsonb_object_agg(part.key, part.value) as found ${sameCalls}
    cross join jsonb_each(e1.documentation) as part
    where ${ofBoth} and part.key in ('manualRecording', 'automaticRecording', 'voicemail')
    group by e2.channel_id, e2.id) as parts
  where inbox_events.channel_id = parts.channel_id and inbox_events.id = parts.id`;

import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Fault } from '@sidetone/simulator/crm/faults.ts';
import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '../../../apps/server/src/storage/testing/test-database.ts';
import { type CampaignCall, type Contacts, connectCompany, endCall, entriesOf, passTime, writeNote } from './calls.ts';
import { judge, type Verdict } from './oracle.ts';
import { type KillPlace, killPlaces, type WorkerOrders } from './places.ts';
import { endTokens, signInAgain } from './sign-in.ts';

/** Calls that end in a round, and notes that are changed in it. */
const callsOfRound = 5;
const editsOfRound = 6;
/** Longer than an entry settles (180 seconds) and a search of the portal lags. */
const roundMs = 300_000;
/** Rounds without a kill in which everything has to get there. */
const lastRounds = 12;
/** Rounds with further calls at most, for places that were not reached while the wanted calls came. */
const furtherRounds = 40;
const searchLagMs = 20_000;

/**
 * A portal in which keys are unique, one whose administrators do not let us make the property for it, and one to which users
 * have signed in, with tokens that end.
 */
const portals = ['unique', 'searched', 'signedIn'] as const;
type PortalKind = (typeof portals)[number];

const placesIn = (kind: PortalKind): readonly KillPlace[] =>
  killPlaces.filter((place) => place !== 'inRefresh' || kind === 'signedIn');

interface Campaign {
  readonly kind: PortalKind;
  readonly database: TestDatabase;
  readonly portal: HubSpot;
  readonly contacts: Contacts;
  readonly calls: CampaignCall[];
  readonly random: () => number;
  /** By place: processes that were killed there. */
  readonly kills: Map<string, number>;
  /** By place: rounds that were meant for it. */
  readonly meant: Map<string, number>;
  /** When a call ended that is not written, by its session. */
  readonly begun: Map<string, number>;
  /** Minutes from the end of calls until they were written. */
  readonly delays: number[];
  round: number;
  /** How often somebody had to sign in again. */
  signIns: number;
  /** Milliseconds that have passed besides. */
  clock: number;
}

/**
 * Kills a process that writes logs of calls into HubSpot's simulator, at every place of a write, and proves by the portal that
 * each call is there exactly once, with its newest note. `calls` are divided between the portals; `seed` makes the same
 * choices again. Gives the number of faults.
 */
export async function crmCampaign(calls: number, seed: number): Promise<number> {
  console.log(`CRM: ${calls} calls, seed ${seed}`);
  let faults = 0;
  for (const kind of portals) faults += await campaignWith(kind, Math.ceil(calls / portals.length), seed);
  console.log(`CRM: ${faults} faults`);
  return faults;
}

async function campaignWith(kind: PortalKind, wanted: number, seed: number): Promise<number> {
  const portal = await openHubSpot();
  const database = await testDatabase();
  try {
    if (kind === 'searched') {
      for (const type of ['contacts', 'companies', 'deals', 'calls', 'tasks'])
        portal.portal.withheld.add(`crm.schemas.${type}.write`);
      portal.portal.searchLagMs = searchLagMs;
    }
    const contacts = await connectCompany(database.db, portal);
    const counts = {
      kills: new Map<string, number>(),
      meant: new Map<string, number>(),
      begun: new Map<string, number>(),
      delays: [],
      round: 0,
      signIns: 0,
      clock: 0,
    };
    if (kind === 'signedIn') await signInAgain(database.db, portal);
    const campaign: Campaign = { kind, database, portal, contacts, calls: [], random: seeded(seed), ...counts };
    while (campaign.calls.length < wanted) await killingRound(campaign, wanted);
    for (let more = 0; more < furtherRounds && unreached(campaign).length > 0; more += 1)
      await killingRound(campaign, campaign.calls.length + callsOfRound);
    for (let last = 0; last < lastRounds && !(await isDone(campaign)); last += 1) await round(campaign, null);
    return report(campaign, judge(portal, contacts, campaign.calls, await entriesOf(database.db)));
  } finally {
    await database.drop();
    portal.close();
  }
}

/** Calls end, notes are changed, something goes wrong in the portal, and the process is killed. */
async function killingRound(campaign: Campaign, wanted: number): Promise<void> {
  const { calls, contacts, portal, random, database } = campaign;
  const numbers = [...contacts.keys()];
  for (let at = 0; at < editsOfRound; at += 1) {
    const call = oneOf(calls, random);
    if (!call) continue;
    call.revision += 1;
    await writeNote(database.db, call);
  }
  for (let at = 0; at < callsOfRound && calls.length < wanted; at += 1) {
    const call = { sessionId: `s-${calls.length}`, number: oneOf(numbers, random) ?? '', revision: 1 };
    await endCall(database.db, call);
    calls.push(call);
    campaign.begun.set(call.sessionId, campaign.clock);
  }
  const fault = oneOf(portalFaults, random);
  if (fault) portal.faults.next(fault, { of: writes });
  await round(campaign, nextPlace(campaign));
}

/** Where nobody was killed yet. */
const unreached = ({ kind, kills }: Campaign): KillPlace[] =>
  placesIn(kind).filter((place) => (kills.get(place) ?? 0) === 0);

/** The place with the fewest kills; of several the one that the fewest rounds were meant for. */
function nextPlace({ kind, kills, meant }: Campaign): KillPlace {
  const weight = (place: KillPlace) => (kills.get(place) ?? 0) * 1000 + (meant.get(place) ?? 0);
  return placesIn(kind).toSorted((one, other) => weight(one) - weight(other))[0] ?? 'anywhere';
}

/** What HubSpot does to a write besides; mostly nothing. */
const portalFaults: readonly (Fault | null)[] = [
  null,
  null,
  null,
  { does: 'commitThenReset' },
  { does: 'commitThenFail' },
  { does: 'cutAnswer' },
  { does: 'refuse', status: 429, headers: { 'retry-after': '10' } },
  { does: 'refuse', status: 503 },
];
/** Not those of the property, which the first process of a portal asks for. */
const creations = /^POST \/crm\/objects\/2026-09\/calls$/;
const writes = /^(?:POST|PATCH) \/crm\/objects\/2026-09\/calls(?:\/\d+)?$/;

/** One life of the process; then time passes. */
async function round(campaign: Campaign, place: KillPlace | null): Promise<void> {
  const { database, portal, random } = campaign;
  if (place === 'afterSend') portal.faults.next({ does: 'commitThenHang' }, { of: creations });
  if (place === 'inRefresh') await endTokens(database.db);
  const isKilled = await live(campaign, place);
  if (place) {
    campaign.kills.set(place, (campaign.kills.get(place) ?? 0) + (isKilled ? 1 : 0));
    campaign.meant.set(place, (campaign.meant.get(place) ?? 0) + 1);
  }
  portal.faults.clear();
  campaign.round += 1;
  const ms = roundMs + Math.floor(random() * 60_000);
  await passTime(database.db, ms);
  campaign.clock += ms;
  portal.setClock(campaign.clock);
  const entries = await entriesOf(database.db);
  if (entries.some(({ state }) => state === 'BLOCKED')) {
    await signInAgain(database.db, portal);
    campaign.signIns += 1;
  }
  const isHere = new Set(entries.filter(({ externalId }) => externalId !== null).map(sessionOf));
  for (const [sessionId, begun] of campaign.begun) {
    if (!isHere.has(sessionId)) continue;
    campaign.delays.push((campaign.clock - begun) / 60_000);
    campaign.begun.delete(sessionId);
  }
}

const sessionOf = ({ sessionId }: { readonly sessionId: string }): string => sessionId;

/** Runs the process until it dies, or has nothing to do and is ended; true where it died at its place. */
async function live(campaign: Campaign, place: KillPlace | null): Promise<boolean> {
  const { database, portal, random } = campaign;
  const ownConnections = await connectionsOf(database);
  const orders: WorkerOrders = {
    databaseUrl: database.url,
    portalUrl: portal.url,
    app: { id: portal.app.clientId, secret: portal.app.clientSecret },
    place,
    spared: sparedAt(campaign, place),
  };
  const child = fork(fileURLToPath(new URL('./worker-process.ts', import.meta.url)), [JSON.stringify(orders)]);
  const end = new Promise<string | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  let isOurs = false;
  const kill = () => {
    isOurs = true;
    child.kill('SIGKILL');
  };
  let idle = 0;
  child.on('message', () => {
    idle += 1;
    if (idle === 2) kill();
  });
  const [seen, since] = [portal.journal.length, performance.now()];
  const moment = random() * 400;
  const hasEnded = end.then(() => true);
  let [isTooOld, wasAway] = [false, false];
  while (!(await Promise.race([hasEnded, pause(5, false)]))) {
    const asked = portal.journal.length > seen;
    if (place === 'afterSend' && hungUp(portal, seen)) kill();
    if (place === 'anywhere' && asked && performance.now() - since > 300 + moment) kill();
    if (place === 'databaseAway' && !wasAway && asked && performance.now() - since > 300 + moment)
      wasAway = await endConnections(database, ownConnections);
    if (performance.now() - since > longestLifeMs) {
      isTooOld = true;
      kill();
    }
  }
  const how = await end;
  if (how !== 'SIGKILL') throw new Error(`The process that writes ended with ${how}`);
  return !isTooOld && (place === 'databaseAway' ? wasAway : !isOurs || idle < 2);
}

/** Connections of a database, by the processes of the server. */
async function connectionsOf({ db }: TestDatabase): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database()`.execute(db);
  return rows.map(({ pid }) => pid);
}

/** The database ends every connection but these; true where there was one. */
async function endConnections({ db }: TestDatabase, but: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and pid <> all(${[...but]}::int[])`.execute(db);
  return rows.length > 0;
}

/**
 * How often the process gets to its place and goes on: at most twice, and never where an earlier round missed the place; what
 * is rare has to end it the first time.
 */
function sparedAt({ kills, meant, random }: Campaign, place: KillPlace | null): number {
  const chance = random();
  if (place === null || (meant.get(place) ?? 0) > (kills.get(place) ?? 0)) return 0;
  return Math.floor(chance * (most[place] ?? 3));
}

const most: Partial<Record<KillPlace, number>> = { beforeEdit: 2, afterEdit: 2, inRefresh: 1 };
const longestLifeMs = 60_000;

/** A call was made since, and its answer hangs. */
const hungUp = ({ journal }: HubSpot, since: number): boolean =>
  journal
    .slice(since)
    .some(
      ({ method, path, status }) =>
        method === 'POST' && status === 201 && /\/calls$/.test(path) && !path.includes('properties'),
    );

const isDone = async ({ database, calls }: Campaign): Promise<boolean> => {
  const entries = await entriesOf(database.db);
  return entries.length === calls.length && entries.every((one) => one.state === 'WRITTEN' && one.isUpToDate);
};

function report(campaign: Campaign, { duplicates, losses, wrong }: Verdict): number {
  const { kind, calls, kills, delays, begun, round: rounds } = campaign;
  const told = [...kills].map(([place, count]) => `${place} ${count}`).join(', ');
  console.log(`HubSpot, ${kind}: ${calls.length} calls in ${rounds} rounds; killed: ${told}`);
  console.log(
    `  ${duplicates.length} duplicates, ${losses.length} losses, ${wrong.length} wrong; longest delay ${Math.ceil(Math.max(0, ...delays))} min, ${begun.size} not written; signed in again ${campaign.signIns} times`,
  );
  for (const fault of [...duplicates, ...losses, ...wrong]) console.error(`  ${fault}`);
  const unproved = unreached(campaign);
  for (const place of unproved) console.error(`  never killed ${place}, so nothing is proved about it`);
  return duplicates.length + losses.length + wrong.length + unproved.length;
}

const oneOf = <One>(list: readonly One[], random: () => number): One | undefined =>
  list[Math.floor(random() * list.length)];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

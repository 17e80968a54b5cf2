import { resolveSrv } from 'node:dns/promises';
import type { LineTest, LineTestFinding, LineTestStep } from '@sidetone/contract/entities/line-test.ts';
import { lineTestSteps } from '@sidetone/contract/entities/line-test.ts';
import { addressesOf } from '../../../network/host-addresses.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';
import { type AskTrunk, trunkRow } from './trunks.ts';

/** What came of a call that tests a trunk, as the exchange says it; null: it did not come to that. */
interface TestedCall {
  readonly call:
    | { readonly isTaken: true }
    | { readonly isTaken: false; readonly status: number | null; readonly words: string };
  readonly arrival: {
    readonly cameBack: boolean;
    readonly shown: string | null;
    readonly expected: string | null;
  } | null;
  readonly audioOut: boolean | null;
  readonly audioIn: boolean | null;
  readonly keys: boolean | null;
}

/** Calls by a trunk to test it; `refused` says why it may not be. */
export type TestLine = (order: {
  readonly accountId: string;
  readonly trunkId: string;
  readonly userId: string;
  readonly number: string;
  readonly isLoop: boolean;
  readonly ownNumbers: ReadonlySet<string>;
  readonly fixedNumber: string | null;
}) => Promise<TestedCall | { readonly refused: 'running' | 'emergency' | 'barred' | 'limit' }>;

interface LineTestDeps {
  readonly db: Database;
  readonly askTrunk: AskTrunk;
  readonly testLine: TestLine;
}

/**
 * Tests a trunk step by step, up to a call with sound both ways. Throws `Refusal` NOT_FOUND, CONFLICT for a trunk that is
 * switched off and while another test runs, VALIDATION_FAILED for a number that may not be called.
 */
export async function testByCall(
  deps: LineTestDeps,
  by: Administrator & { readonly userId: string },
  trunkId: string,
  number: string,
): Promise<LineTest> {
  const { db, askTrunk, testLine } = deps;
  const row = await trunkRow(db, by.accountId, trunkId);
  if (!row.is_enabled) throw new Refusal('CONFLICT', 'The trunk is switched off. Switch it on first.');
  const ownNumbers = await numbersOf(db, by.accountId);
  const isLoop = ownNumbers.has(number);
  const standing = await askTrunk(trunkId);
  const ways = await waysTo(row, standing);
  const { accountId, userId } = by;
  const fixedNumber = row.fixed_number;
  const tested = await testLine({ accountId, trunkId, userId, number, isLoop, ownNumbers, fixedNumber });
  if ('refused' in tested) refuse(tested.refused);
  const findings = [...ways, ...findingsOf(tested)];
  const failed = findings.filter(({ state }) => state === 'failed').map(({ step }) => step);
  await administer(db, by, (_trx, note) => note('trunk.called', trunkId, { number, isLoop, failed }));
  return { isLoop, findings: findings.toSorted((one, other) => placeOf(one.step) - placeOf(other.step)) };
}

const placeOf = (step: LineTestStep): number => lineTestSteps.indexOf(step);

function refuse(why: 'running' | 'emergency' | 'barred' | 'limit'): never {
  if (why === 'running') throw new Refusal('CONFLICT', 'Another test runs.');
  throw new Refusal('VALIDATION_FAILED', 'This number may not be called.', {
    issues: [{ path: 'number', message: why }],
  });
}

async function numbersOf(db: Database, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('numbers').select('e164').where('account_id', '=', accountId).execute();
  return new Set(rows.map(({ e164 }) => e164));
}

type Row = Awaited<ReturnType<typeof trunkRow>>;

const said = (
  step: LineTestStep,
  state: LineTestFinding['state'],
  more: Partial<Pick<LineTestFinding, 'status' | 'said'>> = {},
): LineTestFinding => ({ step, state, status: null, said: null, ...more });

const stateOf = (isFine: boolean | null): LineTestFinding['state'] =>
  isFine === null ? 'unknown' : isFine ? 'ok' : 'failed';

/** The host of a SIP URI, or of one without its scheme; IPv6 addresses keep their brackets. */
const hostOfProxy = /^(?:sips?:)?(?:[^@]*@)?(\[[^\]]*\]|[^:;?]+)/i;

/** Whether the other side is found, answers and has us registered. */
async function waysTo(
  { kind, host, outbound_proxy: proxy, state }: Pick<Row, 'kind' | 'host' | 'outbound_proxy' | 'state'>,
  { isReachable, answer, status }: Awaited<ReturnType<AskTrunk>>,
): Promise<LineTestFinding[]> {
  const name = proxy === null ? host : (hostOfProxy.exec(proxy)?.[1] ?? host);
  const isFound = isReachable || (await isName(name.replace(/^\[|\]$/g, '')));
  return [
    said('name', stateOf(isFound), { said: name }),
    said('answer', stateOf(isReachable), { said: answer, status }),
    said('registration', kind === 'address' ? 'skipped' : stateOf(state === 'registered')),
  ];
}

/** A provider may have its servers behind the services of a name alone (RFC 3263). */
async function isName(name: string): Promise<boolean> {
  if ((await addressesOf(name)).length > 0) return true;
  const services = ['_sip._udp', '_sip._tcp', '_sips._tcp'].map((service) => resolveSrv(`${service}.${name}`));
  return (await Promise.allSettled(services)).some((each) => each.status === 'fulfilled' && each.value.length > 0);
}

function findingsOf({ call, arrival, audioOut, audioIn, keys }: TestedCall): LineTestFinding[] {
  if (!call.isTaken) {
    const rest = (['callerId', 'audioOut', 'audioIn', 'keys'] as const).map((step) => said(step, 'skipped'));
    // What came back and was refused then has arrived all the same.
    const back = said('arrival', arrival?.cameBack ? 'ok' : 'skipped');
    return [said('call', 'failed', { status: call.status, said: call.words }), back, ...rest];
  }
  const isBack = arrival?.cameBack !== false;
  const sound = (step: LineTestStep, isFine: boolean | null) => said(step, isBack ? stateOf(isFine) : 'skipped');
  return [
    said('call', 'ok'),
    said('arrival', arrival === null ? 'skipped' : stateOf(arrival.cameBack)),
    arrival === null || !arrival.cameBack
      ? said('callerId', 'skipped')
      : said('callerId', stateOf(arrival.shown === arrival.expected), { said: arrival.shown }),
    sound('audioOut', audioOut),
    sound('audioIn', audioIn),
    sound('keys', keys),
  ];
}

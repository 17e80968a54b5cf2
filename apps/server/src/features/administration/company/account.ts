import {
  type AdminAccountChange,
  retention,
  type SetUpStep,
  setUpSteps,
} from '@sidetone/contract/entities/admin-account.ts';
import { outsideCalls } from '@sidetone/contract/entities/guard.ts';
import { numberPlanRules } from '@sidetone/contract/entities/number-plan.ts';
import { z } from 'zod';
import { rulesOf } from '../../../identity/factors.ts';
import { mayAdminister } from '../../../requests/admin-networks.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { leaveGeneration } from './generation.ts';
import { doubtAddresses } from './line-state.ts';

/**
 * Changes the account; what is missing stays. Throws `Refusal` CONFLICT for a number plan that hides an extension, and
 * CALLS_RUNNING for another generation of the phone system while there are calls.
 */
export const changeAccount = (db: Database, by: Administrator, change: AdminAccountChange): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const row = await accountOf(trx, by.accountId);
    const own = differences(
      { name: row.name, logoUrl: row.logo_url, timeZone: row.time_zone },
      pick(change, ownFields),
    );
    const address = differences({ emergencyAddress: row.emergency_address }, pick(change, ['emergencyAddress']));
    const plan = { ...numberPlanRules.parse(row.number_plan), country: row.country, areaCode: row.area_code };
    const planChange = differences(plan, change.numberPlan ?? {});
    const outside = outsideCalls.parse(row.outside_calls);
    const outsideChange = differences(outside, change.outsideCalls ?? {});
    const keep = retention.parse(row.retention);
    const keepChange = differences(keep, change.retention ?? {});
    const signIn = rulesOf(row.sign_in);
    const signInChange = differences(signIn, change.signIn ?? {});
    if ('adminNetworks' in signInChange) keepAskerIn(change.signIn?.adminNetworks ?? [], by.address);
    const flagChange = differences(allOff(row.flags, change.flags ?? {}), change.flags ?? {});

    const { country, areaCode, ...rules } = { ...plan, ...defined(change.numberPlan ?? {}) };
    if (Object.keys(planChange).length > 0) await refuseHidden(trx, by.accountId, numberPlanRules.parse(rules));
    if ('hasNeoPbx' in flagChange) await leaveGeneration(trx, by.accountId);
    await trx
      .updateTable('accounts')
      .set({
        ...(change.name === undefined ? {} : { name: change.name }),
        ...(change.logoUrl === undefined ? {} : { logo_url: change.logoUrl }),
        ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
        ...(change.emergencyAddress === undefined
          ? {}
          : { emergency_address: change.emergencyAddress && jsonText(change.emergencyAddress) }),
        country,
        area_code: areaCode,
        number_plan: JSON.stringify(rules),
        // None is an answer too, where numbers have no area codes.
        ...(change.numberPlan?.areaCode === undefined ? {} : { area_code_set_at: row.area_code_set_at ?? new Date() }),
        outside_calls: JSON.stringify({ ...row.outside_calls, ...defined(change.outsideCalls ?? {}) }),
        retention: JSON.stringify({ ...keep, ...defined(change.retention ?? {}) }),
        sign_in: JSON.stringify({ ...signIn, ...defined(change.signIn ?? {}) }),
        flags: JSON.stringify({ ...row.flags, ...defined(change.flags ?? {}) }),
      })
      .where('id', '=', by.accountId)
      .execute();
    const { logoUrl, ...others } = own;
    const lines = [
      ['account.changed', { ...others, ...named('retention', keepChange) }],
      ['account.logoChanged', logoUrl ? { logoUrl } : {}],
      ['account.emergencyAddressChanged', address],
      ['account.numberPlanChanged', planChange],
      ['outsideCalls.changed', outsideChange],
      ['account.signInChanged', signInChange],
      ['account.flagsChanged', flagChange],
    ] as const;
    for (const [action, detail] of lines) {
      if (Object.keys(detail).length > 0) await note(action, by.accountId, detail);
    }
    const hasMoved = address['emergencyAddress'] !== undefined && row.emergency_address !== null;
    if (hasMoved) await doubtAddresses(trx, note, by.accountId);
  });

/** Throws `Refusal` CONFLICT for networks that the asker is not in; the command line is in all of them. */
function keepAskerIn(networks: readonly string[], address: string | null): void {
  if (address === null || mayAdminister(networks, address)) return;
  const issues = [{ path: 'signIn.adminNetworks', message: 'lockedOut' }];
  throw new Refusal('CONFLICT', `Your address ${address} is not in these networks.`, { issues });
}

/** What administrators have said of the first run. */
export const storedSetUp = z.object({
  skipped: z.array(z.enum(setUpSteps)).default([]).catch([]),
  finishedAt: z.string().nullable().default(null).catch(null),
});

/** Notes what administrators say of the first run. */
export const changeSetUp = (
  db: Database,
  by: Administrator,
  change: { skipped?: SetUpStep[] | undefined; finished?: boolean | undefined },
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const before = storedSetUp.parse((await accountOf(trx, by.accountId)).set_up);
    const after = {
      skipped: change.skipped ?? before.skipped,
      finishedAt:
        change.finished === undefined
          ? before.finishedAt
          : change.finished
            ? (before.finishedAt ?? new Date().toISOString())
            : null,
    };
    const changed = differences(before, after);
    if (Object.keys(changed).length === 0) return;
    await trx
      .updateTable('accounts')
      .set({ set_up: JSON.stringify(after) })
      .where('id', '=', by.accountId)
      .execute();
    await note('account.setUp', by.accountId, changed);
  });

/** Whether the account runs this server. */
export const runsServer = async (db: Writer, accountId: string): Promise<boolean> =>
  (await accountOf(db, accountId)).runs_server;

/** Throws `Refusal` FORBIDDEN for an account that does not run this server. */
export async function needServer(db: Writer, accountId: string): Promise<void> {
  if (await runsServer(db, accountId)) return;
  throw new Refusal('FORBIDDEN', 'Only administrators of the account that runs the server may do this.');
}

const accountOf = async (db: Writer, accountId: string) => {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
  if (!row) throw notFound('account');
  return row;
};

const ownFields = ['name', 'logoUrl', 'timeZone'] as const;

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<Pick<T, K>> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Partial<Pick<T, K>>;

const defined = <T extends object>(from: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as never;

const named = (name: string, changed: object) => (Object.keys(changed).length === 0 ? {} : { [name]: changed });

/** The named flags as they are; one that was never set is off. */
const allOff = (flags: Readonly<Record<string, boolean>>, asked: object): Record<string, boolean> =>
  Object.fromEntries(Object.keys(asked).map((name) => [name, flags[name] ?? false]));

/** An extension that a new meaning would hide could no longer be dialled. */
const refuseHidden = async (
  trx: Writer,
  accountId: string,
  { emergencyNumbers, shortCodes }: z.infer<typeof numberPlanRules>,
): Promise<void> => {
  const meant = [...emergencyNumbers, ...Object.keys(shortCodes)];
  if (meant.length === 0) return;
  const hidden = await trx
    .selectFrom('extensions')
    .select('extension')
    .where('account_id', '=', accountId)
    .where('extension', 'in', meant)
    .executeTakeFirst();
  if (hidden) throw new Refusal('CONFLICT', `${hidden.extension} is already an extension.`);
};

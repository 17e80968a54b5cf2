import { randomBytes } from 'node:crypto';
import type { NumberBlockChange } from '@sidetone/contract/entities/admin-channel.ts';
import { sql } from 'kysely';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences, type Note } from '../administer.ts';
import { takeNumber } from './channels.ts';

interface Block {
  readonly switchboard: string | null;
  readonly first: string;
  readonly last: string;
  readonly label: string | null;
  readonly trunkId: string | null;
}

/** Notes a block that is added; one with the same ends gets the label and trunk that are given. Throws `Refusal` NOT_FOUND for a trunk of nobody here. */
export async function noteBlock(trx: Writer, note: Note, { accountId }: Administrator, block: Block): Promise<void> {
  const { switchboard, first, last, label, trunkId } = block;
  await refuseForeignTrunk(trx, accountId, trunkId);
  const id = `b${randomBytes(9).toString('hex')}`;
  const made = await trx
    .insertInto('number_blocks')
    .values({ id, account_id: accountId, switchboard, first, last, label, trunk_id: trunkId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return await note('numberBlock.added', id, { switchboard, first, last, label, trunkId });
  const there = await trx
    .selectFrom('number_blocks')
    .select(['id', 'label', 'trunk_id as trunkId'])
    .where('account_id', '=', accountId)
    .where('first', '=', first)
    .where('last', '=', last)
    .executeTakeFirstOrThrow();
  const next = { label: label ?? there.label, trunkId: trunkId ?? there.trunkId };
  const changed = differences({ label: there.label, trunkId: there.trunkId }, next);
  if (Object.keys(changed).length === 0) return;
  await trx
    .updateTable('number_blocks')
    .set({ label: next.label, trunk_id: next.trunkId })
    .where('id', '=', there.id)
    .execute();
  await note('numberBlock.changed', there.id, changed);
}

/** The numbers of the blocks of an account that it has. */
export async function numbersOfBlocks(trx: Writer, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('numbers')
    .innerJoin('number_blocks', (join) =>
      join.onRef('number_blocks.account_id', '=', 'numbers.account_id').on(isWithin),
    )
    .select('numbers.e164')
    .where('numbers.account_id', '=', accountId)
    .execute();
  return rows.map(({ e164 }) => e164);
}

/** Blocks with how many of their numbers the account has, and how many of those lead somewhere. */
export async function readNumberBlocks(db: Database, accountId: string) {
  const rows = await db
    .selectFrom('number_blocks')
    .leftJoin('trunks', 'trunks.id', 'number_blocks.trunk_id')
    .leftJoin('numbers', (join) => join.onRef('numbers.account_id', '=', 'number_blocks.account_id').on(isWithin))
    .selectAll('number_blocks')
    .select(['trunks.name as trunk_name'])
    .select((eb) => [
      eb.fn.count<string>('numbers.e164').as('total'),
      eb.fn.count<string>('numbers.e164').filterWhere(isUsed).as('used'),
    ])
    .where('number_blocks.account_id', '=', accountId)
    .groupBy(['number_blocks.id', 'trunks.name'])
    .orderBy('number_blocks.first')
    .orderBy('number_blocks.last')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    switchboard: row.switchboard,
    first: row.first,
    last: row.last,
    trunkId: row.trunk_id,
    trunkName: row.trunk_name,
    total: Number(row.total),
    used: Number(row.used),
    rev: Number(row.rev),
  }));
}

/** Labels a block or names its trunk. Throws `Refusal` NOT_FOUND for either of nobody here. */
export const changeNumberBlock = (
  db: Database,
  by: Administrator,
  blockId: string,
  change: NumberBlockChange,
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { label, trunk_id: trunkId } = await blockOf(trx, by.accountId, blockId);
    const changed = differences({ label, trunkId }, change);
    if (Object.keys(changed).length === 0) return;
    await refuseForeignTrunk(trx, by.accountId, change.trunkId ?? null);
    await trx
      .updateTable('number_blocks')
      .set({
        ...(change.label === undefined ? {} : { label: change.label }),
        ...(change.trunkId === undefined ? {} : { trunk_id: change.trunkId }),
      })
      .where('id', '=', blockId)
      .execute();
    await note('numberBlock.changed', blockId, changed);
  });

/** Removes a block with its numbers that lead nowhere; the others stay, and those of another block too. Throws `Refusal` NOT_FOUND. */
export const removeNumberBlock = (
  db: Database,
  by: Administrator,
  blockId: string,
): Promise<{ removed: number; kept: number }> =>
  administer(db, by, async (trx, note) => {
    const { first, last, switchboard } = await blockOf(trx, by.accountId, blockId);
    const numbers = await trx
      .selectFrom('numbers')
      .innerJoin('number_blocks', (join) =>
        join.onRef('number_blocks.account_id', '=', 'numbers.account_id').on(isWithin),
      )
      .select(['numbers.e164', isUsed.as('isUsed')])
      .where('number_blocks.id', '=', blockId)
      .execute();
    const others = await trx
      .selectFrom('numbers')
      .innerJoin('number_blocks', (join) =>
        join.onRef('number_blocks.account_id', '=', 'numbers.account_id').on(isWithin),
      )
      .select('numbers.e164')
      .where('number_blocks.account_id', '=', by.accountId)
      .where('number_blocks.id', '!=', blockId)
      .execute();
    const elsewhere = new Set(others.map(({ e164 }) => e164));
    const free = numbers.filter((number) => !number.isUsed && !elsewhere.has(number.e164));
    for (const { e164 } of free) {
      await takeNumber(trx, by.accountId, e164, null);
      await trx.deleteFrom('numbers').where('e164', '=', e164).execute();
    }
    await trx.deleteFrom('number_blocks').where('id', '=', blockId).execute();
    const counts = { removed: free.length, kept: numbers.length - free.length };
    await note('numberBlock.removed', blockId, { switchboard, first, last, ...counts });
    return counts;
  });

/** Whether a number is the switchboard of a block or in its range; digits are compared, whatever the language sorts like. */
const isWithin = sql<boolean>`(numbers.e164 = number_blocks.switchboard or (
  length(numbers.e164) = length(number_blocks.first)
  and numbers.e164 collate "C" between number_blocks.first and number_blocks.last))`;

/** Whether a number leads to a channel or to a voice menu of its own. */
const isUsed = sql<boolean>`(numbers.channel_id is not null or numbers.menu_id is not null)`;

const blockOf = async (trx: Writer, accountId: string, blockId: string) => {
  const block = await trx
    .selectFrom('number_blocks')
    .selectAll()
    .where('id', '=', blockId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!block) throw notFound('number block');
  return block;
};

const refuseForeignTrunk = async (trx: Writer, accountId: string, trunkId: string | null): Promise<void> => {
  if (trunkId === null) return;
  const trunk = await trx
    .selectFrom('trunks')
    .select('id')
    .where('id', '=', trunkId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!trunk) throw notFound('trunk');
};

import type { NumberBlockChange } from '@sidetone/contract/entities/admin-channel.ts';
import { type Selectable, sql } from 'kysely';
import { newId } from '../../../requests/ids.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences, type Note } from '../administer.ts';
import { trunkRow } from '../devices/trunks.ts';

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
  const there = await trx
    .selectFrom('number_blocks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('first', '=', first)
    .where('last', '=', last)
    .executeTakeFirst();
  if (there) {
    const next = { label: label ?? there.label, trunkId: trunkId ?? there.trunk_id };
    return await writeBlock(trx, note, there, next);
  }
  if (trunkId !== null) await trunkRow(trx, accountId, trunkId);
  const id = newId('b');
  await trx
    .insertInto('number_blocks')
    .values({ id, account_id: accountId, switchboard, first, last, label, trunk_id: trunkId })
    .execute();
  await note('numberBlock.added', id, { switchboard, first, last, label, trunkId });
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
      eb.fn.count<string>('numbers.channel_id').as('used'),
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
    await writeBlock(trx, note, await blockOf(trx, by.accountId, blockId), change);
  });

async function writeBlock(
  trx: Writer,
  note: Note,
  { id, account_id: accountId, label, trunk_id: trunkId }: Selectable<Schema['number_blocks']>,
  change: NumberBlockChange,
): Promise<void> {
  const changed = differences({ label, trunkId }, change);
  if (Object.keys(changed).length === 0) return;
  if (changed['trunkId'] && change.trunkId != null) await trunkRow(trx, accountId, change.trunkId);
  await trx
    .updateTable('number_blocks')
    .set({
      ...(change.label === undefined ? {} : { label: change.label }),
      ...(change.trunkId === undefined ? {} : { trunk_id: change.trunkId }),
    })
    .where('id', '=', id)
    .execute();
  await note('numberBlock.changed', id, changed);
}

/** Removes a block with its numbers that lead nowhere; the others stay, and those of another block too. Throws `Refusal` NOT_FOUND. */
export const removeNumberBlock = (
  db: Database,
  by: Administrator,
  blockId: string,
): Promise<{ removed: number; kept: number }> =>
  administer(db, by, async (trx, note) => {
    const { first, last, switchboard } = await blockOf(trx, by.accountId, blockId);
    // A number that leads to no channel is the direct number of none either.
    const { numDeletedRows } = await trx
      .deleteFrom('numbers')
      .using('number_blocks')
      .whereRef('number_blocks.account_id', '=', 'numbers.account_id')
      .where(isWithin)
      .where('number_blocks.id', '=', blockId)
      .where('numbers.channel_id', 'is', null)
      .where(isOfNoOther)
      .executeTakeFirst();
    const left = await trx
      .selectFrom('numbers')
      .innerJoin('number_blocks', (join) =>
        join.onRef('number_blocks.account_id', '=', 'numbers.account_id').on(isWithin),
      )
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('number_blocks.id', '=', blockId)
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('number_blocks').where('id', '=', blockId).execute();
    const counts = { removed: Number(numDeletedRows), kept: Number(left.count) };
    await note('numberBlock.removed', blockId, { switchboard, first, last, ...counts });
    return counts;
  });

/** Whether a number is the switchboard of a block or in its range; digits are compared, whatever the language sorts like. */
const isWithin = sql<boolean>`(numbers.e164 = number_blocks.switchboard or (
  length(numbers.e164) = length(number_blocks.first)
  and numbers.e164 collate "C" between number_blocks.first and number_blocks.last))`;

/** Whether it belongs to one block alone. */
const isOfNoOther = sql<boolean>`not exists (
  select from number_blocks other where other.account_id = number_blocks.account_id and other.id <> number_blocks.id
  and (numbers.e164 = other.switchboard or (
    length(numbers.e164) = length(other.first) and numbers.e164 collate "C" between other.first and other.last)))`;

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

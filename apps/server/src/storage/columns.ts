import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | string, Date | string>;
export type CreatedAt = ColumnType<Date, Date | string | undefined, never>;
/** Raised by a trigger on every write; never written by hand. */
export type Rev = ColumnType<string, never, never>;
/** jsonb with a default: may be left out when inserting. Written as a JSON string. */
export type Json<T> = ColumnType<T, string | undefined, string>;

/** 64-bit: read as a string, written as either. */
export type BigInt64 = ColumnType<string, number | string, number | string>;

/** Set by a trigger; never written by hand. */
export type ByDatabase<T> = ColumnType<T, never, never>;

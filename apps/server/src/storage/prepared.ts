import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** A place in a statement for a value that is given at each run. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The place of one value in a statement. */
export type SlotOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A statement that is built once, since building one takes longer than sending it, and then run with values of its own each time.
 * `build` sees no values, so that none can decide what the statement is.
 */
export function prepared<Values extends object, Row>(
  build: (db: Database, slot: SlotOf<Values>) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    built ??= build(db, (name) => sql`${new Slot(name)}`).compile();
    const parameters = built.parameters.map((each) =>
      each instanceof Slot ? values[each.name as keyof Values] : each,
    );
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}

/** The same for statements that have a shape, such as one for each number of rows. Nothing that a shape holds may be told by others. */
export function preparedByShape<Shape, Values extends object, Row>(
  shapeKey: (shape: Shape) => string,
  build: (db: Database, slot: SlotOf<Values>, shape: Shape) => Compilable<Row>,
): (db: Database, shape: Shape, values: Values) => Promise<Row[]> {
  const known = new Map<string, (db: Database, values: Values) => Promise<Row[]>>();
  return async (db, shape, values) => {
    const key = shapeKey(shape);
    const run = known.get(key) ?? prepared<Values, Row>((given, slot) => build(given, slot, shape));
    if (known.size < mostShapes) known.set(key, run);
    return await run(db, values);
  };
}

/** Shapes that are remembered; others are built each time. */
const mostShapes = 200;

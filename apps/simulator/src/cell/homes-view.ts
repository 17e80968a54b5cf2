import type { Life } from './machine.ts';
import { people } from './people.ts';
import type { DatabaseLine } from './store/line.ts';

interface Home {
  readonly isHere: boolean;
  readonly sipAddress: string | null;
}

interface Move {
  readonly from: string | undefined;
  /** Of the company that moves. */
  readonly users: ReadonlySet<string>;
}

/** What a process knows of homes and carriers, as `cell/homes.ts` follows them. */
export interface HomesView {
  isElsewhere(accountId: string): boolean;
  ofNode(name: string): Home | undefined;
  ofAccount(accountId: string | undefined): Home | undefined;
  onMove(hear: (move: Move) => void): void;
  /** Something of nodes or companies changed. */
  onChange(hear: () => void): void;
}

const retryMs = 1_000;
/** As the change feed is read again after a gap. */
const lookEveryMs = 5_000;

export async function openHomesView(database: DatabaseLine, life: Life, node: string): Promise<HomesView> {
  let carriers = new Map<string, string | null>();
  let homes = new Map<string, string>();
  const [movers, hearers] = [new Set<(move: Move) => void>(), new Set<() => void>()];
  const read = async (): Promise<void> => {
    const now = await database.ask(life, (store) => ({
      carriers: new Map([...store.seats.rows.values()].map((row) => [row.node, row.sipAddress])),
      homes: new Map(store.homes),
    }));
    const before = homes;
    ({ carriers, homes } = now);
    for (const [accountId, to] of homes) {
      const from = before.get(accountId);
      if (from === undefined || from === to) continue;
      const users = new Set(people.filter((one) => one.accountId === accountId).map(({ name }) => name));
      for (const hear of movers) hear({ from, users });
    }
    for (const hear of hearers) hear();
  };
  const readSurely = (): void => void read().catch(() => life.after(retryMs, readSurely));
  for (let isRead = false; !isRead; ) {
    isRead = await read().then(
      () => true,
      () => false,
    );
    if (!isRead) await life.pause(retryMs);
  }
  database.listen(life, readSurely);
  life.every(lookEveryMs, readSurely);
  const placeOf = (name: string): Home => ({ isHere: name === node, sipAddress: carriers.get(name) ?? null });
  return {
    isElsewhere: (accountId) => (homes.get(accountId) ?? node) !== node,
    ofNode: (name) => (carriers.has(name) ? placeOf(name) : undefined),
    ofAccount(accountId) {
      const home = accountId === undefined ? undefined : homes.get(accountId);
      return home === undefined ? undefined : placeOf(home);
    },
    onMove: (hear) => void movers.add(hear),
    onChange: (hear) => void hearers.add(hear),
  };
}

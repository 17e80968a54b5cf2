import { setTimeout as sleep } from 'node:timers/promises';
import { type ListedNode, listNodes } from '../../cell/list-nodes.ts';
import { commandLineOperator } from '../../features/administration/company/companies.ts';
import { askForHandOver } from '../../features/administration/company/hand-over-node.ts';
import { moveCompany } from '../../features/administration/company/move-company.ts';
import { columns } from '../../supervisor/columns.ts';
import { type Command, CommandError } from '../command.ts';
import { mark, needed, told } from '../told.ts';

const betweenTriesMs = 1_000;
const betweenLooksMs = 200;
/** For what rings, for spares, and for the start of the new carrier. */
const handedOverWithinMs = 60_000;

const list: Command = {
  name: 'node list',
  usage: 'node list',
  about: 'list the nodes, who carries them, and how many companies are at home there',
  options: {},
  words: 0,
  async run({ db }) {
    const all = await listNodes(db);
    if (all.length === 0) return 'There is no node yet.';
    return columns(all.map(lineOf)).join('\n');
  },
};

const lineOf = (one: ListedNode): string[] => [
  one.node,
  one.isCarried ? one.state : 'nobody carries it',
  counted(one.companies, 'company', 'companies'),
  counted(one.calls, 'call', 'calls'),
  one.carrier ?? '',
  one.httpAddress ?? '',
  one.sipAddress ?? '',
  one.release === null ? '' : `release ${one.release}`,
  one.epoch === 0 ? '' : `epoch ${one.epoch}`,
];

const counted = (count: number, of1: string, ofMany: string): string => `${count} ${count === 1 ? of1 : ofMany}`;

const move: Command = {
  name: 'account move',
  usage: 'account move <id> --to <node> [--now] [--files-later]',
  about: 'give a company another node as its home, once it has no call, or now and end its calls',
  options: { to: needed, now: mark, 'files-later': mark },
  words: 1,
  async run({ db, config }, { words: [accountId = ''], options: { to = '', now, 'files-later': later } }) {
    const files = config.files ? 'bucket' : later === undefined ? 'folder' : 'carriedLater';
    const wish = { accountId, to, isNow: now !== undefined, files } as const;
    let tried = await told(moveCompany(db, commandLineOperator, wish));
    const { from } = tried;
    if (tried.calls > 0)
      console.error(`Waiting for ${counted(tried.calls, 'call', 'calls')} of ${tried.name} to end …`);
    while (tried.calls > 0) {
      await sleep(betweenTriesMs);
      tried = await told(moveCompany(db, commandLineOperator, wish));
    }
    if (from === to) return `${tried.name} is at home at ${to} already.`;
    return `${tried.name} is at home at ${to} now, and was at ${from}. Its phones and trunks follow by themselves.`;
  },
};

const handOver: Command = {
  name: 'node hand-over',
  usage: 'node hand-over <node> [--back]',
  about: 'let a spare carry a node in place of its server, as before an update; no call is lost',
  options: { back: mark },
  words: 1,
  async run({ db }, { words: [node = ''], options: { back } }) {
    const isBack = back !== undefined;
    const asked = await told(askForHandOver(db, commandLineOperator, { node, isBack }));
    if (isBack) return `${node} stays where it is.`;
    const until = performance.now() + handedOverWithinMs;
    while (performance.now() < until) {
      await sleep(betweenLooksMs);
      const now = (await listNodes(db)).find((one) => one.node === node);
      if (!now) break;
      if (now.isCarried && now.epoch > asked.epoch) return outcomeOf(now, asked.carrier);
      if (now.epoch === asked.epoch && now.state === 'up') return `${node} stays where it is: that was taken back.`;
    }
    throw new CommandError(`Nobody has taken ${node} yet. "node list" says who carries it.`);
  },
};

const outcomeOf = ({ node, carrier, release, epoch }: ListedNode, before: string | null): string =>
  carrier === before
    ? `No spare was there, so ${node} went back to its own server, which has restarted (epoch ${epoch}).`
    : `${node} is carried by ${carrier} now, release ${release}, epoch ${epoch}.`;

export const nodeCommands: readonly Command[] = [list, move, handOver];

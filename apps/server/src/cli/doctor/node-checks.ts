import { type ListedNode, listNodes } from '../../cell/list-nodes.ts';
import { howToCall } from '../../supervisor/how-to-call.ts';
import { type Check, type Finding, ok, problem } from './finding.ts';

/** Companies that nobody serves, because nobody carries the node that is their home. */
export const nodes: Check = async ({ config, db, isRunning }) => {
  const about = 'Nodes';
  if (!db || !isRunning) return [];
  const all = await listNodes(db);
  const carried = all.filter(({ isCarried }) => isCarried);
  const left = all.filter(({ isCarried, companies }) => !isCarried && companies > 0);
  if (left.length === 0) {
    const names = carried.map(({ node }) => node).join(', ');
    return [ok(about, carried.length === 0 ? 'none is carried at the moment' : `carried: ${names}`)];
  }
  return left.map((one) => lacking(about, one, carried, config.nodeName));
};

function lacking(about: string, one: ListedNode, carried: readonly ListedNode[], own: string): Finding {
  const companies = one.companies === 1 ? '1 company is' : `${one.companies} companies are`;
  const says = `${companies} at home at ${one.node}, which nobody carries, so nobody there can sign in or call.`;
  const isRenamed = carried.length === 1 && carried[0]?.node === own;
  return problem(
    about,
    says,
    isRenamed
      ? `Start this server with NODE_NAME=${one.node} again, or give each company its new home: ${howToCall()} account move <id> --to ${own} --files-later`
      : `Start its server or a spare (NODE_NAME=spare), or move them: ${howToCall()} account move <id> --to <node>`,
  );
}

import { type ChainBreak, headText, readHead, verifyAuditChain } from '../requests/audit-chain.ts';
import { type Command, CommandError } from './command.ts';

const verify: Command = {
  name: 'audit verify',
  usage: 'audit verify [--head 120:9f86d0…]',
  about: 'check whether the audit log was tampered with; --head: and whether it still has a line you noted',
  options: { head: { needed: false, takesValue: true } },
  words: 0,
  async run({ db }, { options }) {
    const given = options['head'];
    const noted = given === undefined ? null : readHead(given);
    if (given !== undefined && noted === null)
      throw new CommandError(`${given} is not the head of an audit log.\n${verify.usage}`);
    const verdict = await verifyAuditChain(db, noted);
    if (!verdict.holds) throw new CommandError(`The audit log was tampered with. ${words(verdict.because)}`);
    if (verdict.head === null) return 'The audit log is empty.';
    const { position } = verdict.head;
    return `The audit log holds: ${position} ${position === 1 ? 'line' : 'lines'}.\nNote its head elsewhere: ${headText(verdict.head)}`;
  },
};

const words = (because: ChainBreak): string => {
  switch (because.kind) {
    case 'changed':
      return `Line ${because.entryId} was changed after it was written.`;
    case 'removed':
      return `Line ${because.entryId} was removed.`;
    case 'cut':
      return `The chain is cut at position ${because.position}.`;
    case 'smuggled':
      return `Line ${because.entryId} was added past the chain.`;
    case 'shortened':
      return `It no longer has the line that was noted at position ${because.position}.`;
  }
};

export const auditCommands: readonly Command[] = [verify];

import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import { administrator } from '../administer.ts';
import { addChannel, changeChannel, setRouting } from './channels.ts';
import { removeExtension, setExtension } from './extensions.ts';
import { setForwardingOfUser } from './line-forwarding.ts';
import { setVoicemailOfLines } from './line-voicemail.ts';
import { removeMember, setMember, setMembers } from './members.ts';
import { changeNumberBlock, removeNumberBlock } from './number-blocks.ts';
import { addNumbers, changeNumber, removeNumber } from './numbers.ts';
import { removeChannel } from './remove-channel.ts';
import { type FindBlock, type TryRouting, tryCall } from './routing-trial.ts';
import { switchChannel } from './switch-channel.ts';

/** Channels, their members, numbers and extensions, and what would happen to a call. */
export const adminChannelRoutes = ({
  db,
  tryRouting,
  findBlock,
}: {
  db: Database;
  tryRouting: TryRouting;
  findBlock: FindBlock;
}): Answer[] => [
  answer(routes.createChannel, (asked) => addChannel(db, administrator(asked), asked.body)),
  answer(routes.changeChannel, async (asked) => {
    await changeChannel(db, administrator(asked), asked.params.channelId, asked.body);
    return {};
  }),
  answer(routes.setChannelRouting, (asked) => setRouting(db, administrator(asked), asked.params.channelId, asked.body)),
  answer(routes.switchChannel, async (asked) => {
    await switchChannel(db, administrator(asked), asked.params.channelId, asked.body.held);
    return {};
  }),
  answer(routes.setVoicemailOfLines, (asked) => setVoicemailOfLines(db, administrator(asked), asked.body)),
  answer(routes.setForwardingOfUser, (asked) =>
    setForwardingOfUser(db, administrator(asked), { userId: asked.params.userId, change: asked.body }),
  ),
  answer(routes.setChannelMembers, async (asked) => {
    await setMembers(db, administrator(asked), asked.params.channelId, asked.body.members);
    return {};
  }),
  answer(routes.setChannelMember, async (asked) => {
    const { channelId, userId } = asked.params;
    await setMember(db, administrator(asked), channelId, { userId, dialedIn: asked.body.dialedIn });
    return {};
  }),
  answer(routes.removeChannelMember, async (asked) => {
    await removeMember(db, administrator(asked), asked.params.channelId, asked.params.userId);
    return {};
  }),
  answer(routes.removeChannel, async (asked) => {
    await removeChannel(db, administrator(asked), asked.params.channelId, asked.query.callsTo);
    return {};
  }),
  ...numberRoutes(db),
  answer(routes.tryRouting, ({ caller, body }) =>
    tryCall({ db, tryRouting, findBlock }, caller.accountId, { ...body, askedBy: caller.userId }),
  ),
];

const numberRoutes = (db: Database): Answer[] => [
  answer(routes.addNumbers, (asked) => addNumbers(db, administrator(asked), asked.body)),
  answer(routes.changeNumberBlock, async (asked) => {
    await changeNumberBlock(db, administrator(asked), asked.params.blockId, asked.body);
    return {};
  }),
  answer(routes.removeNumberBlock, (asked) => removeNumberBlock(db, administrator(asked), asked.params.blockId)),
  answer(routes.changeNumber, async (asked) => {
    await changeNumber(db, administrator(asked), asked.params.number, asked.body);
    return {};
  }),
  answer(routes.removeNumber, async (asked) => {
    await removeNumber(db, administrator(asked), asked.params.number);
    return {};
  }),
  answer(routes.setExtension, async (asked) => {
    await setExtension(db, administrator(asked), asked.params.extension, asked.body.channelId);
    return {};
  }),
  answer(routes.removeExtension, async (asked) => {
    await removeExtension(db, administrator(asked), asked.params.extension);
    return {};
  }),
];

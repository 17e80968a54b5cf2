import { findNumber } from '../../routing/find-number.ts';
import { type Found, type Identified, InviteRefused, type Step } from './steps.ts';

/** What the dialled string names. There is no way to the outside yet, so public numbers of others are refused. */
export const findCalledNumber: Step<Identified, Found> = async (given, { directory }) => {
  const { caller, invited } = given;
  const dialled = findNumber(invited.called, caller);
  switch (dialled.kind) {
    case 'echo':
      return { ...given, called: { kind: 'echo' } };
    case 'emergency':
      return new InviteRefused(503, 'No Emergency Trunk', 'NO_EMERGENCY_TRUNK');
    case 'extension': {
      const channel = await directory.channelByExtension(caller.accountId, dialled.extension);
      if (!channel) return notFound;
      return { ...given, called: { kind: 'channel', channel, number: dialled.extension } };
    }
    case 'number': {
      const channel = await directory.channelByNumber(dialled.e164);
      if (!channel) return new InviteRefused(503, 'No Trunk', 'NO_TRUNK');
      return { ...given, called: { kind: 'channel', channel, number: dialled.e164 } };
    }
    case 'unknown':
      return notFound;
  }
};

const notFound = new InviteRefused(404, 'Not Found', 'NUMBER_NOT_FOUND');

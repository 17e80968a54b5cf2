import { writeVcon } from '../../../vcon/write-vcon.ts';
import { fullNameOf, type SentCall } from './sent-call.ts';

/** What a vCon says of itself. */
interface OfVcon {
  /** The same at each try. */
  readonly uuid: string;
  readonly createdAt: Date;
  /** The host that this server is known by. */
  readonly host: string;
}

/** A documented call as a vCon: without sounds, which the receiver could not fetch. */
export function vconPayload({ event, account, channel, user, theirs }: SentCall, { uuid, createdAt, host }: OfVcon) {
  return writeVcon({
    event,
    ours: {
      userId: user?.userId ?? null,
      name: user === null ? null : fullNameOf(user),
      company: account.name,
      channel: channel.name ?? '',
    },
    theirs,
    host,
    uuid,
    createdAt,
  });
}

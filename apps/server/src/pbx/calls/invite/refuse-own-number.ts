import { type Found, InviteRefused, type Step } from './steps.ts';

/** Users who call themselves hear busy, as on every phone. */
export const refuseOwnNumber: Step<Found, Found> = (given) => {
  const { called, caller } = given;
  const own = called.kind === 'channel' && called.channel.ownerUserId === caller.userId;
  return own ? new InviteRefused(486, 'Own Number', 'OWN_NUMBER') : given;
};

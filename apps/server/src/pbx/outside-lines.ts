import type { EmergencyAddress } from '@sidetone/contract/entities/number-plan.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';

/** A trunk by which a call may leave, or the line to another node of the cell. */
export interface OutsideLine {
  readonly trunkId: string;
  /** The node that it leads to, for which nobody pays; left out: a trunk. */
  readonly node?: string;
  /** Network address that the call goes to. */
  readonly address: string;
  readonly srtp: 'off' | 'offer' | 'require';
}

/** The ways of accounts to the outside. */
export interface OutsideLines {
  /** The trunks by which calls of an account leave, the one to try first first. */
  waysOut(accountId: string): Promise<readonly OutsideLine[]>;
  /**
   * The line to the node where a company is at home by now; null while nobody carries it, or where it is this one. Left out: there
   * is no other node.
   */
  wayToCompany?(accountId: string): Promise<OutsideLine | null>;
  /** Those that are marked for emergency calls. */
  emergencyWays(accountId: string): Promise<readonly OutsideLine[]>;
  placeOf(accountId: string): Promise<NumberPlace>;
  /** What somebody chose to show on calls of a channel: a number in E.164, `anonymous`, `suppressed`, or nothing. */
  chosenSender(channelId: string, userId: string): Promise<string | null>;
  /** Whether somebody may show this number. */
  mayShow(user: { readonly accountId: string; readonly userId: string }, e164: string): Promise<boolean>;
  /** Where help has to go for somebody: their own address, else the company's. */
  emergencyAddress(userId: string): Promise<EmergencyAddress | null>;
  /** The number that stands for an account where nobody of it has one. */
  mainNumber(accountId: string): Promise<string | null>;
}

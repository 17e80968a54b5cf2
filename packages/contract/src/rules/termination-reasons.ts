/** Why a call ended. The last two stand for SIP 408 and 580, which the list of specification 3 lacks. ENT-055 */
export const terminationReasons = [
  'DECLINED',
  'REJECTED',
  'BUSY_HERE',
  'BUSY_EVERYWHERE',
  'CANCELLED',
  'NOT_FOUND',
  'TEMPORARILY_UNAVAILABLE',
  'TERMINATED',
  'ACCEPTED_ELSEWHERE',
  'HANGUP',
  'REQUEST_TIMEOUT',
  'PRECONDITION_FAILURE',
] as const;
export type TerminationReason = (typeof terminationReasons)[number];

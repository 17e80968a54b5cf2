import type { PersonKey } from './company.ts';

/** One call of the past. */
export interface DemoCall {
  /** Days ago and local time of day, such as `[1, '09:12']`. */
  readonly when: readonly [daysAgo: number, time: string];
  /** In whose private channel it stands, or in the shared one. */
  readonly inbox: PersonKey | 'shared';
  readonly direction: 'INCOMING' | 'OUTGOING';
  /** A number, or a colleague. */
  readonly with: string | PersonKey;
  /** How long they talked; 0 when nobody answered. */
  readonly seconds: number;
  /** Who took or placed it. A missed call of the shared channel has nobody. */
  readonly by?: PersonKey;
  readonly how?: 'missed' | 'rejected' | 'busy' | 'notReached';
  /** Missed calls are unresolved unless someone has dealt with them. */
  readonly resolved?: true;
}

const private_ = (
  inbox: PersonKey,
  daysAgo: number,
  time: string,
  direction: DemoCall['direction'],
  other: string,
  seconds: number,
  how?: DemoCall['how'],
  resolved?: true,
): DemoCall => ({
  when: [daysAgo, time],
  inbox,
  direction,
  with: other,
  seconds,
  by: inbox,
  ...(how === undefined ? {} : { how }),
  ...(resolved === undefined ? {} : { resolved }),
});

const toService = (
  daysAgo: number,
  time: string,
  other: string,
  by: PersonKey | null,
  seconds: number,
  resolved?: true,
): DemoCall => ({
  when: [daysAgo, time],
  inbox: 'shared',
  direction: 'INCOMING',
  with: other,
  seconds,
  ...(by === null ? { how: 'missed' } : { by }),
  ...(resolved === undefined ? {} : { resolved }),
});

/** Calls between colleagues are in both inboxes; `calls` lists the caller's side only. */
export const calls: readonly DemoCall[] = [
  private_('mara', 0, '08:41', 'INCOMING', '+494066969210', 312),
  private_('mara', 0, '09:05', 'INCOMING', '+491713920024', 0, 'missed'),
  private_('mara', 1, '16:20', 'OUTGOING', '+493023125861', 754),
  private_('mara', 1, '11:02', 'OUTGOING', 'jonas', 96),
  private_('mara', 1, '10:47', 'INCOMING', '+496990009417', 0, 'rejected'),
  private_('mara', 2, '14:33', 'INCOMING', '+492214710512', 428),
  private_('mara', 2, '09:15', 'OUTGOING', '+491713920062', 0, 'notReached'),
  private_('mara', 4, '13:08', 'INCOMING', '+493023125744', 0, 'missed', true),
  private_('jonas', 0, '08:15', 'OUTGOING', '+494066969455', 187),
  private_('jonas', 0, '08:52', 'INCOMING', '+493023125862', 0, 'missed'),
  private_('jonas', 1, '15:44', 'OUTGOING', 'priya', 341),
  private_('jonas', 1, '13:30', 'OUTGOING', '+492214710330', 0, 'busy'),
  private_('jonas', 2, '10:12', 'INCOMING', '+494066969800', 263),
  private_('jonas', 3, '17:01', 'OUTGOING', '+491713920055', 74),
  private_('priya', 0, '09:20', 'INCOMING', '+496990009633', 521),
  private_('priya', 1, '12:18', 'OUTGOING', '+496990009250', 609),
  private_('priya', 2, '16:49', 'INCOMING', '+496990009128', 0, 'missed'),
  private_('priya', 3, '09:35', 'OUTGOING', 'tom', 0, 'notReached'),
  private_('tom', 0, '08:30', 'OUTGOING', '+496990009128', 233),
  private_('tom', 1, '14:05', 'INCOMING', '+496990009633', 1_126),
  private_('tom', 2, '11:11', 'INCOMING', '+493023125377', 0, 'missed'),
  private_('tom', 2, '11:26', 'OUTGOING', '+493023125377', 158),
  private_('lene', 0, '08:02', 'INCOMING', '+494066969455', 92),
  private_('lene', 1, '15:10', 'OUTGOING', '+494066969210', 377),
  private_('lene', 1, '09:48', 'OUTGOING', 'samuel', 128),
  private_('lene', 3, '14:21', 'INCOMING', '+491713920055', 0, 'missed'),
  private_('samuel', 0, '09:11', 'OUTGOING', '+496990009250', 44),
  private_('samuel', 1, '10:30', 'INCOMING', '+493023125905', 690),
  private_('samuel', 2, '12:55', 'INCOMING', '+496990009417', 0, 'missed'),
  toService(0, '09:31', '+493023125905', null, 0),
  toService(0, '08:44', '+494066969800', 'lene', 205),
  toService(0, '08:09', '+493023125518', null, 0),
  toService(1, '17:22', '+492214710330', 'samuel', 466),
  toService(1, '14:57', '+491713920037', 'jonas', 133),
  toService(1, '11:40', '+496990009250', null, 0, true),
  toService(2, '15:25', '+494066969210', 'lene', 288),
  toService(2, '09:03', '+493023125744', 'priya', 351),
  toService(3, '13:17', '+492214710512', null, 0, true),
  toService(4, '10:06', '+493023125862', 'mara', 517),
];

import { topic } from '../documents/live-source.ts';
import { remembered } from '../documents/remembered.ts';
import { callSeconds } from '../exchange-memory/call-seconds.ts';
import { conferenceRooms } from '../exchange-memory/conference-rooms.ts';
import { directory } from '../exchange-memory/directory.ts';
import { pagingGroups } from '../exchange-memory/paging-groups.ts';
import { soundFile } from '../pbx/media/sounds.ts';
import type { Sip } from '../pbx/sip/start-sip.ts';
import { filesOfCalls } from './files-of-calls.ts';
import type { ServicesGround } from './ground.ts';

/** What the exchange knows of people, their phones and what callers hear. */
export function openDirectory(ground: ServicesGround, sip: Sip) {
  const { db, feed, box, homes } = ground;
  const files = filesOfCalls(ground);
  const people = directory(db, {
    standard: soundFile('holdMusic', 'de'),
    own: files.music,
  });
  const registeredPhones = async (which: Parameters<typeof people.sipPhones>[0]) =>
    (await people.sipPhones(which)).flatMap((phone) => {
      const place = sip.phonePlace(phone.phoneId);
      return place === undefined ? [] : [{ ...phone, ...place }];
    });
  return {
    ...people,
    ...conferenceRooms(db, box),
    ...pagingGroups(db),
    isElsewhere: homes.isElsewhere,
    callSeconds: callSeconds(db),
    // Asked for by each call.
    callSettings: remembered(
      feed,
      [topic('accounts', 'id', '')],
      people.callSettings,
      ({ isMusicAway }) => !isMusicAway,
    ),
    phoneById: async (phoneId: string) => (await registeredPhones({ phoneId }))[0] ?? null,
    phoneOf: async (userId: string) => (await registeredPhones({ userId }))[0] ?? null,
    announcementFile: async (accountId: string, id: string) =>
      (await people.hasAnnouncement(accountId, id)) ? await files.announcement(id) : null,
  };
}

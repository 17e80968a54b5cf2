import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { administrator } from '../administer.ts';
import {
  addDeskPhone,
  deskPhoneSettings,
  removeDevice,
  renameDeskPhone,
  resetDeskPhonePassword,
  type SipServer,
} from './desk-phones.ts';
import { type TestLine, testByCall } from './line-tests.ts';
import { changeDeskPhoneKeys, setUpDeskPhone, setupOf } from './phone-setups.ts';
import type { FindInnerHost } from './trunk-host.ts';
import { type AskTrunk, addTrunk, changeTrunk, removeTrunk, testTrunk } from './trunks.ts';

/**
 * Devices and trunks. `sipServerAt` says how a device reaches the server that a browser reached at `origin`, `setupOriginAt`
 * where it fetches its settings, null where it cannot; `tellToFetch` asks a device to fetch them, and gives how many of its
 * registrations were asked.
 */
export const adminDeviceRoutes = (deps: {
  db: Database;
  box: SecretBox;
  askTrunk: AskTrunk;
  testLine: TestLine;
  findInnerHost: FindInnerHost;
  sipServerAt(origin: string): SipServer;
  setupOriginAt(origin: string): string | null;
  tellToFetch(phoneId: string): number;
}): Answer[] => {
  const { db, box } = deps;
  const deskAt = (origin: string) => ({ db, box, sipServer: deps.sipServerAt(origin) });
  return [
    answer(routes.addDeskPhone, (asked) => addDeskPhone(deskAt(asked.origin), administrator(asked), asked.body)),
    answer(routes.deskPhoneSettings, (asked) =>
      deskPhoneSettings(deskAt(asked.origin), administrator(asked), asked.params.phoneId),
    ),
    answer(routes.renameDeskPhone, async (asked) => {
      await renameDeskPhone(db, administrator(asked), asked.params.phoneId, asked.body.name);
      return {};
    }),
    answer(routes.resetDeskPhonePassword, (asked) =>
      resetDeskPhonePassword(deskAt(asked.origin), administrator(asked), asked.params.phoneId),
    ),
    answer(routes.setUpDeskPhone, (asked) =>
      setUpDeskPhone(
        { db, box, origin: deps.setupOriginAt(asked.origin) },
        administrator(asked),
        asked.params.phoneId,
        asked.body,
      ),
    ),
    answer(routes.changeDeskPhoneKeys, async (asked) => {
      await changeDeskPhoneKeys(db, administrator(asked), asked.params.phoneId, asked.body.keys);
      return { told: deps.tellToFetch(asked.params.phoneId) };
    }),
    answer(routes.syncDeskPhone, async (asked) => {
      await setupOf(db, administrator(asked).accountId, asked.params.phoneId);
      return { told: deps.tellToFetch(asked.params.phoneId) };
    }),
    answer(routes.removeDevice, async (asked) => {
      await removeDevice(db, administrator(asked), asked.params.phoneId);
      return {};
    }),
    answer(routes.createTrunk, (asked) => addTrunk(deps, administrator(asked), asked.body)),
    answer(routes.changeTrunk, (asked) => changeTrunk(deps, administrator(asked), asked.params.trunkId, asked.body)),
    answer(routes.removeTrunk, async (asked) => {
      await removeTrunk(db, administrator(asked), asked.params.trunkId);
      return {};
    }),
    answer(routes.testTrunk, (asked) => testTrunk(deps, administrator(asked), asked.params.trunkId)),
    answer(routes.callByTrunk, (asked) => {
      const by = { ...administrator(asked), userId: asked.caller.userId };
      return testByCall(deps, by, asked.params.trunkId, asked.body.number);
    }),
  ];
};

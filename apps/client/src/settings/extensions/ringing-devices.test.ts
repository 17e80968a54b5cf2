import { channelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { expect, test } from 'vitest';
import { ringingDevices } from './ringing-devices.ts';

const setting = (id: string, rings: Record<string, boolean>) =>
  channelSetting.parse({
    id,
    selectedPhoneId: null,
    selectedPhoneNumber: null,
    dialedIn: true,
    isAppExtensionActive: true,
    defaultNumber: null,
    numbers: [],
    dialedSince: null,
    voicemail: null,
    devices: Object.entries(rings).map(([name, on]) => ({ id: name, kind: 'app', name, online: true, rings: on })),
  });

test('each device knows the channels that ring it', () => {
  const settings = [
    setting('own', { app: true, desk: true, old: false }),
    setting('sales', { app: true, desk: false, old: false }),
  ];
  expect(ringingDevices(settings).map(({ id, channels }) => [id, channels])).toEqual([
    ['app', 'all'],
    ['desk', ['own']],
    ['old', []],
  ]);
  expect(ringingDevices([])).toEqual([]);
});

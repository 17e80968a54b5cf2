import { expect, test } from 'vitest';
import { announcementRoutes } from '../http/announcement-routes.ts';
import { sessionRoutes } from '../http/session-routes.ts';
import { adminAccountChange } from './admin-account.ts';
import { channelChange, newChannel, newNumbers } from './admin-channel.ts';
import { deskPhoneName } from './admin-device.ts';
import { adminUserChange, newUser } from './admin-user.ts';
import { appExtensionRequest } from './app-extension.ts';
import { contactCreate } from './contact-change.ts';
import { deviceRegistration } from './device.ts';

/** Every place where people type a name that others see. */
const places = {
  firstName: (name: string) => newUser.shape.firstName.safeParse(name),
  lastName: (name: string) => newUser.shape.lastName.safeParse(name),
  'changed first name': (firstName: string) => adminUserChange.safeParse({ firstName }),
  'desk phone': (name: string) => deskPhoneName.safeParse(name),
  app: (name: string) => appExtensionRequest.shape.alias.safeParse(name),
  channel: (name: string) => newChannel.shape.name.safeParse(name),
  'changed channel': (name: string) => channelChange.safeParse({ name }),
  'label of a number': (name: string) => newNumbers.shape.label.safeParse(name),
  company: (name: string) => adminAccountChange.safeParse({ name }),
  'new company': (name: string) => sessionRoutes.setUp.body.shape.company.safeParse(name),
  'first person': (name: string) => sessionRoutes.setUp.body.shape.firstName.safeParse(name),
  announcement: (name: string) => announcementRoutes.addAnnouncement.query.shape.name.safeParse(name),
  contact: (name: string) => contactCreate.shape.name.safeParse(name),
  organization: (name: string) => contactCreate.shape.organization.safeParse(name),
};

test.each(Object.entries(places))('%s: a name with line ends or turned direction is refused', (_place, parse) => {
  for (const bad of ['Anna\r\nBerg', 'Anna\u202egreB', 'Anna\u2066Berg', 'Anna\u2028Berg', 'Anna\tBerg']) {
    expect(parse(bad).success, JSON.stringify(bad)).toBe(false);
  }
  for (const good of ['Anna Berg', 'محمد علي', ' Söhne & Co. 👩🏽‍🚀 ']) expect(parse(good).success, good).toBe(true);
});

test('the name of a device, which the app makes of what the browser says, loses them', () => {
  expect(deviceRegistration.shape.name.parse('Chrome\r\n on\u202e \u0000Linux')).toBe('Chrome on Linux');
});

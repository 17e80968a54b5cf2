import { phoneClock } from '../templates/phone-clock.ts';
import type { PhoneFacts } from '../templates/phone-facts.ts';

/** Facts of a phone in Berlin, over TLS, with two keys. */
export const someFacts = (about: Partial<PhoneFacts> = {}): PhoneFacts => ({
  model: 'T54W',
  userName: 'Mara Voss',
  extension: '11',
  username: 'pabcdefghjk',
  password: 'abcdefghjkmnpqrstuvw',
  server: 'phone.example',
  way: { transport: 'tls', port: 5061 },
  language: 'de',
  clock: phoneClock('Europe/Berlin', 2026),
  setupAddress: 'https://phone.example/p/abcdefghjkmnpqrstuvwxyz23456789a/',
  phoneBook: {
    address: 'https://phone.example/p/abcdefghjkmnpqrstuvwxyz23456789a/phonebook.xml',
    name: 'Tannhorst & Söhne',
  },
  authorityAddress: 'https://phone.example/ca.crt',
  keys: [
    { extension: '12', label: 'Jonas Reiter' },
    { extension: '20', label: 'Service' },
  ],
  ...about,
});

/** The people and contacts of the demo company: invented, with numbers that Germany keeps free for fiction. */

export const company = { name: 'Tannhorst & Vale', country: 'DE', areaCode: '30' };

/** What no two companies of one server share. */
export interface CompanyPlace {
  /** E-mail addresses end so: of the company's people, of the classic company's, and of the lines of its telephone company. */
  readonly domains: { readonly newer: string; readonly classic: string; readonly provider: string };
  /** Numbers of either company begin so; two digits follow, for people those of their extension. */
  readonly numbers: { readonly newer: string; readonly classic: string };
}

/** Of the companies that a first start makes. */
export const demoPlace: CompanyPlace = {
  domains: { newer: 'tannhorst.example', classic: 'lindqvist.example', provider: 'taunus-telefon.example' },
  numbers: { newer: '+4930231251', classic: '+4969900097' },
};

export interface DemoPerson {
  readonly key: PersonKey;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: 'de' | 'en';
  readonly extension: string;
  readonly admin?: true;
}

const personKeys = ['mara', 'jonas', 'priya', 'tom', 'lene', 'samuel'] as const;
export type PersonKey = (typeof personKeys)[number];

export const people: readonly DemoPerson[] = [
  person('mara', 'Mara', 'Tannhorst', 'de', '11', { admin: true }),
  person('jonas', 'Jonas', 'Krüger', 'de', '12'),
  person('priya', 'Priya', 'Raman', 'en', '13'),
  person('tom', 'Tom', 'Vale', 'en', '14'),
  person('lene', 'Lene', 'Petersen', 'de', '15'),
  person('samuel', 'Samuel', 'Adeyemi', 'en', '16'),
];

function person(
  key: PersonKey,
  firstName: string,
  lastName: string,
  locale: 'de' | 'en',
  extension: string,
  more: { admin?: true } = {},
): DemoPerson {
  return { key, firstName, lastName, locale, extension, ...more };
}

/** The channel that everyone shares. */
export const shared = { name: 'Service', icon: 'headset', extension: '20', lastDigits: '00', followUpTime: 0 };

/** A queue for questions about orders: the member who has been without a call for longest rings first, by day. */
export const queue = {
  name: 'Support',
  icon: 'headset',
  extension: '30',
  lastDigits: '30',
  followUpSeconds: 10,
  members: ['priya', 'tom', 'lene'] as const satisfies readonly PersonKey[],
};

/** Where help goes that the company calls for. */
export const emergencyAddress = {
  name: company.name,
  street: 'Tannhorster Weg',
  houseNumber: '7',
  postalCode: '10115',
  city: 'Berlin',
  country: company.country,
  note: '',
};

/** A line to the public network as an example: switched off, since nobody is at its other end. */
export const trunkExample = { name: 'Example line', host: 'sip.telephone-company.example', username: '4930231251' };

export interface DemoContact {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly numbers: readonly { readonly type: 'WORK' | 'MOBILE'; readonly e164: string }[];
}

const contact = (
  firstName: string | null,
  lastName: string | null,
  organization: string | null,
  email: string | null,
  work: string | null,
  mobile?: string,
): DemoContact => ({
  firstName,
  lastName,
  organization,
  email,
  numbers: [
    ...(work === null ? [] : [{ type: 'WORK', e164: work } as const]),
    ...(mobile === undefined ? [] : [{ type: 'MOBILE', e164: mobile } as const]),
  ],
});

export const contacts: readonly DemoContact[] = [
  contact('Annika', 'Wolff', 'Möbelhaus Wolff', 'a.wolff@moebelhaus-wolff.example', '+494066969210', '+491713920011'),
  contact('Bernd', 'Achterberg', 'Elektro Achterberg', 'bernd@achterberg.example', '+492214710330'),
  contact('Carla', 'Montoya', 'Studio Montoya', 'carla@studio-montoya.example', '+496990009417'),
  contact('David', 'Okonjo', 'Okonjo Interiors Ltd', 'd.okonjo@okonjo.example', '+496990009128', '+491713920024'),
  contact('Edith', 'Brandl', 'Praxis Dr. Brandl', 'praxis@brandl.example', '+493023125744'),
  contact('Felix', 'Nowak', 'Spedition Nowak', 'disposition@nowak.example', '+494066969455', '+491713920037'),
  contact('Grete', 'Ohlsen', 'Hotel Ohlsen', 'empfang@hotel-ohlsen.example', '+494066969800'),
  contact('Henry', 'Ashcroft', 'Ashcroft & Sons', 'henry@ashcroft.example', '+496990009633'),
  contact('Ines', 'Kaltenbach', 'Glasmanufaktur Kaltenbach', 'i.kaltenbach@kaltenbach.example', '+492214710512'),
  contact(
    'Julian',
    'Hartwig',
    'Architekten Hartwig + Sun',
    'hartwig@hartwig-sun.example',
    '+493023125861',
    '+491713920048',
  ),
  contact('Katharina', 'Sun', 'Architekten Hartwig + Sun', 'sun@hartwig-sun.example', '+493023125862'),
  contact('Liam', 'Fitzgerald', 'Lumen Wholesale', 'liam@lumen-wholesale.example', '+496990009250'),
  contact('Nadja', 'Vogt', null, 'nadja.vogt@post.example', null, '+491713920055'),
  contact('Oskar', 'Reinhold', null, null, null, '+491713920062'),
  contact(null, null, 'Hausverwaltung Spreebogen', 'kontakt@spreebogen.example', '+493023125905'),
];

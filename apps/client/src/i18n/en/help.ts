export const help = {
  title: 'Help',
  back: 'To the app',
  permissions: {
    title: 'Microphone and notifications',
    first:
      'Others hear you only where the browser lets Sidetone use the microphone. It asks once; whoever said no can change that.',
    second:
      'Press the symbol in front of the address, open the settings of this page, and allow the microphone and notifications. Then load the page again.',
    third:
      'On a Mac the system decides as well: System Settings, Privacy & Security, Microphone, and there your browser. On Windows: Settings, Privacy & security, Microphone.',
    fourth:
      'A browser hands out the microphone only over a secure connection. Where the address begins with http:// and is not this very computer, ask for the one with https://.',
  },
  clickToDial: {
    title: 'Call numbers by a click',
    first:
      'Links of the form tel: can open in Sidetone. The installed app offers itself to the system for them; in Chrome and Edge the browser asks whether this page may open them.',
    second:
      'Other software hands numbers over by the interface of this server. Nothing is ever called by a link alone: Sidetone shows the number and you press Enter.',
    third:
      'An extension for the browser turns numbers on any page into such links. Your administrators can name one that your company uses; it then stands in the settings under Advanced.',
  },
  addressBook: {
    title: 'The company’s address book',
    first:
      'Sidetone has an address book of its own. It is there from the beginning, lies on this server, and everybody in your company sees the same contacts. Whoever may change contacts creates new ones here.',
    second: 'Contacts from files (vCard or CSV) are added on the page of the contacts, and leave as such files again.',
  },
  carddav: {
    title: 'Address books by CardDAV',
    first:
      'CardDAV is the language in which most address books talk to other programs. Once you connect one, its contacts are here for everybody in the company, and what you change here stands there as well.',
    second:
      'You need its address, a user name and a password. Nextcloud, SOGo and Radicale: the address of the server, such as https://cloud.example.com. iCloud: https://contacts.icloud.com. Fastmail: https://carddav.fastmail.com. The last two want a password for this app alone, which you make there.',
    third:
      'The password is stored encrypted and sent only to the servers that you entered it for. When you disconnect the address book, its contacts leave Sidetone; there they stay.',
  },
  contact: {
    title: 'Who helps',
    first:
      'This server is run by your company or somebody it asked. Your administrators know whom to turn to, and the menu at your name has Feedback, which reaches them with the log of the app.',
  },
  terms: {
    title: 'Terms of use',
    first:
      'Sidetone is free software under the Apache License 2.0, without warranty. On what terms you use this server is between you and whoever runs it.',
  },
  privacy: {
    title: 'Privacy',
    first:
      'Calls, recordings, notes and contacts lie on this server and are sent nowhere else, except to numbers that you call and to address books that somebody of your company connected.',
    second:
      'Your browser keeps what you chose for the app, notes that the server has not got yet, and sounds that you played.',
    third: 'Who of your company sees what is up to your administrators. They also say how long calls are kept.',
  },
};

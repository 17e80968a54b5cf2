export const help = {
  title: 'Help',
  back: 'To the app',
  features: {
    title: 'What Sidetone can do',
    first:
      'Make and take calls in the browser or on a desk phone, transfer them, put them on hold and record them. Ctrl+K finds people and numbers.',
    second:
      'Every call is in the inbox until someone has dealt with it. Notes, topics and recordings are kept with the call. Channels and queues share calls among colleagues.',
    third:
      'Contacts come from the company’s address book or from address books that you connect. Voicemail takes messages while nobody answers.',
  },
  app: {
    title: 'Sidetone as an app on your computer',
    first:
      'Chrome and Edge install Sidetone as an app: click the install icon in the address bar, or choose Install Sidetone in the menu of the browser. It then has its own window and starts like any other program.',
    second: 'In Safari on a Mac, choose File, Add to Dock. Firefox does not install apps on every system.',
    third: 'If your company provides a desktop program, your administrators know where to get it.',
  },
  permissions: {
    title: 'Microphone and notifications',
    first:
      'Others can hear you only if the browser lets Sidetone use the microphone. It asks once. You can change your answer later.',
    second:
      'Click the icon in front of the address, open the settings of this page, and allow the microphone and notifications. Then reload the page.',
    third:
      'On a Mac, the system has to allow it too: System Settings, Privacy & Security, Microphone, and then your browser. On Windows: Settings, Privacy & security, Microphone.',
    fourth:
      'Browsers allow the microphone only over a secure connection. If the address starts with http:// and is not on this computer, ask for the address that starts with https://.',
  },
  clickToDial: {
    title: 'Call numbers with a click',
    first:
      'Links that start with tel: can open in Sidetone. The installed app offers itself to the system for these links. In Chrome and Edge, the browser asks whether this page may open them.',
    second:
      'Other software can pass numbers to Sidetone through this server’s API. A link alone never starts a call: Sidetone shows the number and you press Enter.',
    third:
      'A browser extension turns the numbers on any page into such links. If your administrators have provided one, you find it in the settings under Advanced.',
  },
  addressBook: {
    title: 'The company’s address book',
    first:
      'Sidetone has its own address book. It is stored on this server, and everyone in your company sees the same contacts. Users with permission to change contacts can create new ones here.',
    second: 'You can import contacts from vCard or CSV files, and export them, on the Contacts page.',
  },
  carddav: {
    title: 'Address books by CardDAV',
    first:
      'CardDAV is the standard that most address books use to exchange contacts. Once you connect one, everyone in the company sees its contacts here. Changes you make here appear there too.',
    second:
      'You need its address, a user name and a password. Nextcloud, SOGo and Radicale: the address of the server, such as https://cloud.example.com. iCloud: https://contacts.icloud.com. Fastmail: https://carddav.fastmail.com. iCloud and Fastmail require an app password, which you create there.',
    third:
      'The password is stored encrypted and sent only to the servers you entered it for. When you disconnect the address book, its contacts are removed from Sidetone but stay in the address book.',
  },
  hubspot: {
    title: 'Contacts in HubSpot',
    first:
      'Once you connect HubSpot, everyone in the company sees its contacts here. Callers show with name and company, and contacts link to their record. Changes you make here appear in HubSpot too.',
    second:
      'You need an access token. An administrator of your HubSpot account creates a private app there and allows it to read and write contacts, and to read companies, deals, tickets and owners. With crm.schemas.contacts.write as well, it can mark every logged call so that none is logged twice. Paste its access token here.',
    third:
      'The token is stored encrypted and sent only to HubSpot. When you disconnect HubSpot, its contacts are removed from Sidetone but stay in HubSpot.',
  },
  pipedrive: {
    title: 'People in Pipedrive',
    first:
      'Once you connect Pipedrive, everyone in the company sees its people here. Callers show with name and company, and contacts link to their record. Changes you make here appear in Pipedrive too.',
    second:
      'You need an API token. In Pipedrive, open your personal preferences, then API, and copy the token. Sidetone sees and changes what that user may see and change.',
    third:
      'The token is stored encrypted and sent only to Pipedrive. When you disconnect Pipedrive, its people are removed from Sidetone but stay in Pipedrive. People deleted in Pipedrive disappear here within a week.',
  },
  salesforce: {
    title: 'Contacts and calls in Salesforce',
    first:
      'Once you connect Salesforce, everyone in the company sees its contacts, leads and accounts here. Callers show with name and company. Changes you make to contacts and leads here appear in Salesforce too; accounts are changed only there. Calls are logged as tasks.',
    second:
      'Enter the address of your company, such as https://acme.my.salesforce.com. If your operator has not set up the sign-in, an administrator of Salesforce creates an external client app with the client credentials flow and a user it runs as. Enter its consumer key and consumer secret here. The user needs access to the API, contacts, leads, accounts and tasks.',
    third:
      'If a call must never be logged twice, even when Salesforce answers late, an administrator adds a text field named Sidetone_Call_Id to activities, marked as unique external ID. Otherwise Sidetone looks for the call first. What you enter is stored encrypted and sent only to Salesforce. When you disconnect it, its contacts are removed from Sidetone but stay in Salesforce.',
  },
  zoho: {
    title: 'Contacts and calls in Zoho CRM',
    first:
      'Once you connect Zoho CRM, everyone in the company sees its contacts, leads and accounts here. Callers show with name and company. Changes you make to contacts and leads here appear in Zoho too; accounts are changed only there. Calls are logged in its Calls module, with the people and deals you choose.',
    second:
      'Open Zoho CRM and copy the address from your browser, such as https://crm.zoho.eu/crm/org20012345. It says where your data is kept and which company is yours. If your operator has not set up the sign-in, an administrator of Zoho CRM creates a self client in the Zoho API console. Enter its client ID and client secret here.',
    third:
      'What you enter is stored encrypted and sent only to Zoho. After an interrupted connection Sidetone looks for the call before writing it again. For that, each logged call contains a key at the end of its text: please leave it there. When you disconnect Zoho CRM, its contacts are removed from Sidetone but stay in Zoho.',
  },
  bridge: {
    title: 'CRMs through bridges',
    first:
      'A bridge is a program that connects Sidetone to a CRM. The operator of your server lists the bridges you can connect. Once one is connected, everyone in the company sees its contacts, up to twenty minutes after they changed there.',
    second:
      'Calls are logged through the bridge as well. How much of them depends on it: older bridges take who called whom and when. Newer ones also take notes, outcomes and tasks. A bridge cannot be asked what it has logged. If its answer is lost, you decide whether the call is logged again.',
    third:
      'What you enter is stored encrypted and sent only to the bridge, which passes it on to your CRM. If a bridge suddenly lists far fewer contacts, the missing ones stay until that has been certain for half an hour. An empty list removes none.',
  },
  sipgate: {
    title: 'Contacts in sipgate',
    first:
      'Sidetone reads the shared contacts of a sipgate account, and callers show with their names. Contacts are changed in sipgate. Private contacts of the token’s owner are left out.',
    second:
      'You need a personal access token with the permission contacts:read, which you create in your sipgate account. Enter its token ID as the user name and the token as the password.',
    third:
      'The token is stored encrypted and sent only to sipgate. When you disconnect sipgate, its contacts are removed from Sidetone but stay in sipgate.',
  },
  contact: {
    title: 'Contact',
    first:
      'Your company runs this server, or someone does it on its behalf. Your administrators know who to contact. You can reach them with Feedback in your menu, which can include the log of the app.',
  },
  terms: {
    title: 'Terms of use',
    first:
      'Sidetone is free software under the Apache License 2.0, without warranty. The terms for using this server are agreed between you and its operator.',
  },
  privacy: {
    title: 'Privacy',
    first:
      'Calls, recordings, notes and contacts are stored on this server. They are sent nowhere else, except to the numbers you call and the address books your company has connected.',
    second:
      'Your browser stores your app settings, notes that the server has not received yet, and recordings and messages you have played.',
    third: 'Your administrators decide who in your company sees what, and how long calls are kept.',
  },
};

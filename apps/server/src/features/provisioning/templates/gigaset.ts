import { type PhoneFacts, type PhoneTemplate, seconds } from './phone-facts.ts';
import { xmlAttributes, xmlDocument } from './written.ts';

/** Gigaset N670, N870 and their like, DECT bases with one handset for this user: `<provisioning>` of XML. */
export const gigaset: PhoneTemplate = {
  contentType: 'text/xml; charset=utf-8',
  isSettings: (file, mac) => file === `${mac}.xml`,
  settings: (facts) =>
    xmlDocument([
      '<provisioning version="1.1" productID="e2">',
      '<nvm>',
      `<oper${xmlAttributes({ name: 'add_hs', value: handset })}>${parameter('hs.RegStatus', 'ToReg')}</oper>`,
      ...values(facts).map(([name, value]) => parameter(name, value)),
      '</nvm>',
      '</provisioning>',
    ]),
  phoneBook: null,
};

const handset = '00001';
const transports = { udp: 1, tcp: 2, tls: 3 } as const;

const parameter = (name: string, value: string | number): string =>
  `<param${xmlAttributes({ name, value: String(value) })}/>`;

const values = ({ userName, username, password, server, way, clock, phoneBook, setupAddress }: PhoneFacts) =>
  [
    [`SipAccount.${handset}.AuthName`, username],
    [`SipAccount.${handset}.AuthPassword`, password],
    [`SipAccount.${handset}.UserName`, username],
    [`SipAccount.${handset}.DisplayName`, userName],
    [`SipAccount.${handset}.ProviderId`, 0],
    [`SipAccount.${handset}.FeatureKeySyncActive`, 1],
    ['SipProvider.0.Name', phoneBook.name],
    ['SipProvider.0.Domain', server],
    ['SipProvider.0.ProxyServerAddress', server],
    ['SipProvider.0.ProxyServerPort', way.port],
    ['SipProvider.0.RegServerAddress', server],
    ['SipProvider.0.RegServerPort', way.port],
    ['SipProvider.0.RegServerRefreshTimer', seconds.registration],
    ['SipProvider.0.TransportProtocol', transports[way.transport]],
    ['SipProvider.0.SRTP_Enabled', way.transport === 'tls' ? 1 : 0],
    ['SipProvider.0.AcceptNonSRTPCalls', way.transport === 'tls' ? 0 : 1],
    ['SipProvider.0.MWISubscription', 1],
    ['DmGlobal.0.TimeZone', clock.timeZone],
    ['Provisioning.global.ProvisioningServer', setupAddress.replace(/\/$/, '')],
  ] as const;

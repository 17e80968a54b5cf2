import type { PhoneVendor } from '../../entities/phone-setup.ts';

/** Where phones fetch their settings: `/p/{secret}/{file}`, short because people type it. */
export const setupPath = '/p';

/** The file that each vendor's phones put in their MAC address for by themselves, where the address has to name it. */
const fileOf: Readonly<Record<PhoneVendor, string>> = {
  // These add the name of their file to a folder.
  yealink: '',
  grandstream: '',
  gigaset: '',
  snom: '{mac}.xml',
  cisco: '$MA.xml',
};

/** What a phone of this vendor is given to fetch its settings from; `origin` such as `https://phone.example`. */
export const setupAddress = (vendor: PhoneVendor, origin: string, secret: string): string =>
  `${origin}${setupPath}/${secret}/${fileOf[vendor]}`;

/** A MAC address as it is printed below phones, of its twelve digits: `00:15:65:aa:bb:cc`. */
export const printedMac = (mac: string): string => mac.match(/../g)?.join(':') ?? mac;

/** Lines for dnsmasq that give this one phone its address: options 66 and 160, for Snom 66 and 67. */
export function dhcpLines(vendor: PhoneVendor, mac: string, address: string): string {
  const tag = `phone-${mac}`;
  const option = (number: number, value: string) => `dhcp-option=tag:${tag},${number},"${value}"`;
  const origin = address.slice(0, address.indexOf(`${setupPath}/`));
  const options =
    vendor === 'snom'
      ? [option(66, origin), option(67, address.slice(origin.length))]
      : [option(66, address), option(160, address)];
  return [`dhcp-host=${printedMac(mac)},set:${tag}`, ...options].join('\n');
}

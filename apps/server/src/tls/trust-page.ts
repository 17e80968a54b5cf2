import type { FastifyInstance } from 'fastify';

/**
 * What a second machine in the room needs once: the own authority's certificate at `/ca.crt`, and a page at `/trust`
 * that says what to do with it. Both are public, also over plain HTTP: a certificate is no secret.
 */
export function addTrustPage(app: FastifyInstance, authority: () => string, httpsPort: number): void {
  app.get('/ca.crt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/x-x509-ca-cert')
      .header('content-disposition', 'attachment; filename="sidetone-ca.crt"')
      .send(authority()),
  );
  app.get('/trust', { schema: { hide: true } }, (request, reply) => {
    const language = languageOf(request.headers['accept-language'] ?? '');
    const page = trustPage(`https://${secureHost(request.headers.host ?? '', httpsPort)}/`, language);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page);
  });
}

/** The language of ours that an `Accept-Language` header puts first. */
export const languageOf = (accepted: string): 'de' | 'en' => (/^\s*de\b/i.test(accepted) ? 'de' : 'en');

/** Where a page that is not secure sends people: to the trust page first, if there is an own authority to trust. */
export function secureEntry(tls: { readonly authority?: string | undefined }, origin: string, port: number): string {
  return tls.authority === undefined ? `https://${secureHost(origin.replace(/^https?:\/\//, ''), port)}/` : '/trust';
}

/** The host of a request with the secure port in place of its own. Anything odd in it is dropped. */
const secureHost = (host: string, port: number): string => {
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d+)?$/i.exec(host)?.[1] ?? 'localhost';
  return `${name}:${port}`;
};

const words = {
  en: {
    title: 'Trust this Sidetone',
    why: 'Browsers allow the microphone only over a secure connection. This server signs its own certificate, so your device has to learn to trust it once.',
    get: 'Download the certificate',
    how: [
      [
        'Windows',
        'Open the file, choose “Install Certificate”, then “Local Machine” and “Trusted Root Certification Authorities”.',
      ],
      ['macOS', 'Open the file in Keychain Access, then set it to “Always Trust” under Trust.'],
      ['Linux', 'In Chrome: Settings, Privacy and security, Security, Manage certificates, Authorities, Import.'],
      ['Firefox', 'Settings, Privacy & Security, View Certificates, Authorities, Import; tick “websites”.'],
      [
        'iPhone, iPad',
        'Allow the download, install the profile in Settings, then turn it on under General, About, Certificate Trust Settings.',
      ],
      ['Android', 'Settings, Security, Encryption & credentials, Install a certificate, CA certificate.'],
    ],
    open: 'Restart the browser, then open',
    undo: 'Remove the certificate in the same place when you no longer use this server.',
  },
  de: {
    title: 'Diesem Sidetone vertrauen',
    why: 'Browser erlauben das Mikrofon nur über eine sichere Verbindung. Dieser Server stellt sein Zertifikat selbst aus, deshalb muss dein Gerät ihm einmal vertrauen.',
    get: 'Zertifikat herunterladen',
    how: [
      [
        'Windows',
        'Öffne die Datei, wähle „Zertifikat installieren“, dann „Lokaler Computer“ und „Vertrauenswürdige Stammzertifizierungsstellen“.',
      ],
      [
        'macOS',
        'Öffne die Datei in der Schlüsselbundverwaltung und stelle sie unter „Vertrauen“ auf „Immer vertrauen“.',
      ],
      [
        'Linux',
        'In Chrome: Einstellungen, Datenschutz und Sicherheit, Sicherheit, Zertifikate verwalten, Zertifizierungsstellen, Importieren.',
      ],
      [
        'Firefox',
        'Einstellungen, Datenschutz & Sicherheit, Zertifikate anzeigen, Zertifizierungsstellen, Importieren; „Websites“ ankreuzen.',
      ],
      [
        'iPhone, iPad',
        'Erlaube den Download, installiere das Profil in den Einstellungen und schalte es ein unter Allgemein, Info, Zertifikatsvertrauenseinstellungen.',
      ],
      [
        'Android',
        'Einstellungen, Sicherheit, Verschlüsselung und Anmeldedaten, Zertifikat installieren, CA-Zertifikat.',
      ],
    ],
    open: 'Starte den Browser neu und öffne',
    undo: 'Entferne das Zertifikat an derselben Stelle, wenn du diesen Server nicht mehr verwendest.',
  },
} as const;

const trustPage = (address: string, locale: 'en' | 'de'): string => {
  const text = words[locale];
  const list = text.how.map(([system, what]) => `<dt>${system}</dt><dd>${what}</dd>`).join('');
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text.title}</title>
<style>
  /* The product's colours: this page must come up before anything else of it is loaded. */
  :root {
    color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
    background: light-dark(#fbfdfc, #161513); color: light-dark(#171e1a, #efece8);
    --accent: light-dark(#006a6b, #6cd1cd); --accent-on: light-dark(#ffffff, #0a2424)
  }
  body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
  a { color: var(--accent) }
  a.get { display: inline-block; padding: .6rem 1.2rem; border-radius: .5rem; background: var(--accent); color: var(--accent-on); font-weight: 600; text-decoration: none }
  a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  dt { font-weight: 600; margin-top: .8rem } dd { margin: 0 }
</style>
<h1>${text.title}</h1>
<p>${text.why}</p>
<p><a class="get" href="/ca.crt">${text.get}</a></p>
<dl>${list}</dl>
<p>${text.open} <a href="${address}">${address}</a></p>
<p>${text.undo}</p>
</html>
`;
};

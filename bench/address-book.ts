import type { Client } from 'pg';

const firstNames =
  'Anna Björn Cécile Dörte Emre Fatma Günther Hanna Ivana Jörg Käthe Lukas Łucja Mehmet Nadja Özlem Paul Rüdiger Sören Tülay Ulrike Viktor Wiebke Yusuf Zoë Andrea Bernd Claudia Detlef Elke Frank Gabriele Heiko Ingrid Jens Katrin Lars Martina Norbert Petra';
const lastNames =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Köhler Maier Yılmaz Kaya Nowak Kowalski Nguyen García Rossi Größler Weiß Vogel Jäger Keller Möller Jørgensen Håkansson Dvořák Horváth Mueller';
const trades =
  'Bau Elektro Sanitär Logistik Kanzlei Praxis Versand Software Möbel Metall Druck Garten Küchen Energie Bäckerei';
const places = 'Nord Süd West Ost Berlin Köln München Hamburg Fürth Görlitz';

/**
 * Fills the address book of an account: people with German and other names in nearly as many companies as there are in a
 * town, two thirds with an e-mail address, each with a number or two of Germany. Every name, company and number is drawn
 * by a fixed rule, so that each run has the same.
 */
export async function writeContacts(db: Client, accountId: string, contacts: number): Promise<void> {
  const batch = 5000;
  for (let from = 0; from < contacts; from += batch) {
    await db.query(
      `insert into contacts (id, account_id, name, first_name, last_name, organization, email, e164s, phone_numbers)
        select 'bench-' || n, $1, first || ' ' || last || coalesce('-' || second, ''), first, last || coalesce('-' || second, ''),
          company, case when n % 3 > 0 then lower(fold_spelt_out(first)) || '.' || lower(fold_spelt_out(last)) || n || '@'
            || replace(plain_words(fold_spelt_out(company)), ' ', '-') || '.example' end,
          numbers, (select jsonb_agg(jsonb_build_object('id', n || '-' || at, 'type', 'WORK', 'label', 'WORK', 'e164', number,
            'localized', regexp_replace(number, '^\\+49(\\d{2,3})', '0\\1 '))) from unnest(numbers) with ordinality as t (number, at))
        from (
          select n, firsts[1 + draw[1] % cardinality(firsts)] as first, lasts[1 + draw[2] % cardinality(lasts)] as last,
            case when draw[3] % 4 = 0 then lasts[1 + draw[4] % cardinality(lasts)] end as second,
            trades[1 + draw[5] % cardinality(trades)] || ' ' || places[1 + draw[6] % cardinality(places)] || ' '
              || draw[7] % 1500 || case draw[8] % 5 when 0 then ' AG' when 1 then ' e. K.' else ' GmbH' end as company,
            case when n % 2 = 0 then array['+4930' || 20000000 + n, '+49171' || 1000000 + draw[9] % 8999999]
              else array['+49' || (array['30', '40', '89', '221', '911'])[1 + draw[10] % 5] || 30000000 + draw[11] % 69999999]
              end as numbers
          from generate_series($2::int, $3::int) as n,
            lateral (select array_agg(abs(hashint8(n::bigint * 100 + k)::bigint) order by k) as draw from generate_series(1, 11) as k) as lots,
            (select string_to_array($4, ' ') as firsts, string_to_array($5, ' ') as lasts,
            string_to_array($6, ' ') as trades, string_to_array($7, ' ') as places) as drawn
        ) as people`,
      [accountId, from + 1, Math.min(from + batch, contacts), firstNames, lastNames, trades, places],
    );
  }
  await db.query('vacuum analyze contacts');
}

/** What people type, letter by letter and as a whole: names, companies, two words, addresses, and what nobody is called. */
export const typedWords: readonly string[] = [
  'm',
  'mü',
  'mül',
  'müll',
  'mülle',
  'müller',
  'mueller',
  'muller',
  's',
  'sc',
  'sch',
  'schm',
  'schmi',
  'schmidt',
  'b',
  'bj',
  'björn',
  'an',
  'ann',
  'anna',
  'anna m',
  'anna mü',
  'müller anna',
  'schröder jäger',
  'gmbh',
  'ag',
  'elektro',
  'möbel köln',
  'praxis süd 12',
  'groessler',
  'weiss',
  'jorgensen',
  'hakans',
  'yilmaz',
  'anna.mueller',
  'example',
  'nguyen4711',
  'lehm versand',
  'x',
  'q',
  'xyz',
  'hippopotamus',
  'zimmer',
  'mann',
  'ler',
];

/** The same for numbers, in many spellings. */
export const typedNumbers: readonly string[] = [
  '03',
  '030',
  '0302',
  '030 20',
  '030 2001',
  '+49',
  '+4930',
  '+49 30 200',
  '0049 30 2000',
  '004930200123',
  '0171',
  '0171 1',
  '017112',
  '(0171) 123',
  '+49 (0)171 5',
  '4711',
  '12345',
  '0815',
  '99',
  '040 3',
  '089/4',
  '0221-5',
];

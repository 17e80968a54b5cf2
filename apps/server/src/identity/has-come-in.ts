import { type SqlBool, sql } from 'kysely';

/**
 * Whether a user has ever come in: by a password, or from the provider of their company, though they may be unlinked by now. Until
 * then they are invited only, and can be taken back with everything of theirs. For questions about `users`.
 */
export const hasComeIn = sql<SqlBool>`(users.password_hash is not null
  or exists (select from single_sign_on_links where single_sign_on_links.user_id = users.id))`;

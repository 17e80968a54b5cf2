type PhoneErrorCode = 'NO_SUCH_USER' | 'NO_SUCH_PHONE';

export class PhoneError extends Error {
  readonly code: PhoneErrorCode;
  constructor(code: PhoneErrorCode, message: string) {
    super(message);
    this.name = 'PhoneError';
    this.code = code;
  }
}

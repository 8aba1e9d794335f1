import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

describe('common', () => {
  const passwords = [
    ...[
      'Password1!',
      'Qwerty123!',
      'P@ssw0rd',
      'P@ssw0rd1!',
      'Passw0rd!',
      'P@$$w0rd1',
      'Pa$$word123',
      'PaSSword1!',
    ],
    ...[
      'Welcome1!',
      'Welcome@123',
      'Admin@123',
      'Admin123!',
      'Summer2024!',
      'Winter2025!',
      'Iloveyou1!',
      'Abc12345!',
    ],
    ...[
      'Abcd1234!',
      'Abcd@1234',
      'Aa123456!',
      'A123456!',
      'Qwer1234!',
      'Asdf1234!',
      '1qaz@WSX',
      '!QAZ2wsx',
      'Zaq12wsx!',
    ],
    ...[
      'Q1w2e3r4!',
      '1q2w3e4R!',
      'Test1234!',
      'TestTest1!',
      'Letmein1!',
      'Changeme1!',
      'Dragon123!',
      '!Football1',
      '1Monkey!!',
    ],
    ...[
      'Sunshine1!',
      'Hello123!',
      'Secret123!',
      'Contraseña1!',
      'Passwort1!',
      'Fallwatch1!',
      'Caregiver1!',
      'Password2026!!',
    ],
  ]
  for (const password of passwords) test(password, () => assert.equal(isCommonPassword(password), true))
})

describe('not common', () => {
  const passwords = [
    ...[
      'Sunny-Day-42!',
      'Rainy-Day-43!',
      'First-Admin-1!',
      'Quiet-Sea-19!',
      'Busy-Bee-77!',
      'Abcde-1!',
      'Aa1%qX3_dkeo29fm',
    ],
    ...[
      'correct Horse 7 battery!',
      'Dragon-73914-82!',
      'Dragon739148259!',
      'Kx7!mPq2',
      'Rosa-1941-Madrid!',
      'Tr0ub4dor&3',
    ],
    'x'.repeat(128),
    '!'.repeat(128),
  ]
  for (const password of passwords)
    test(password.slice(0, 30), () => assert.equal(isCommonPassword(password), false))
})

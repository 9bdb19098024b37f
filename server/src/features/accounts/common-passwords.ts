/**
 * Passwords that guessers try first, of those long enough to be taken at all: the head of published lists, and what
 * people make of this product's name. Lowercase.
 */
// biome-ignore format: a list to be read as one
export const commonPasswords: ReadonlySet<string> = new Set([
  '00000000', '000000000', '0000000000', '01234567', '012345678', '0123456789', '0987654321', '10203040', '1020304050',
  '11111111', '111111111', '1111111111', '11112222', '11223344', '1122334455', '112233445566', '12121212', '12301230',
  '12312312', '123123123', '12341234', '1234512345', '123454321', '12345678', '123456781', '1234567890', '12345678900',
  '12345678910', '1234567899', '123456789', '123456789a', '123456789q', '12345678a', '12344321', '123321123', '12345qwert',
  '123456aa', '123456ab', '123456abc', '123abc123', '123qweasd', '123qweasdzxc', '1234qwer', '147258369', '14725836',
  '159357159', '1a2b3c4d', '1q2w3e4r', '1q2w3e4r5t', '1q2w3e4r5t6y', '1qaz2wsx', '1qaz2wsx3edc', '1qazxsw2', '22222222',
  '31415926', '33333333', '44444444', '55555555', '66666666', '77777777', '741852963', '87654321', '88888888', '888888888',
  '963852741', '987654321', '9876543210', '98765432', '99999999', '999999999', 'a1234567', 'a12345678', 'a123456789',
  'aa123456', 'aa12345678', 'aaaaaaaa', 'abc12345', 'abc123456', 'abcd1234', 'abcd12345', 'abcdefgh', 'abcdefg1', 'access14',
  'admin123', 'admin1234', 'administrator', 'alexander', 'anthony1', 'arsenal1', 'asd123456', 'asdasdasd', 'asdf1234',
  'asdfasdf', 'asdfghjk', 'asdfghjkl', 'azertyui', 'azertyuiop', 'azerty12', 'azerty123', 'azerty1234', 'babygirl',
  'barcelona', 'baseball', 'basketball', 'benjamin', 'bienvenue', 'bismillah', 'blink182', 'bonjour1', 'bonjour123',
  'butterfly', 'camille1', 'casablanca', 'changeme', 'changeme1', 'charlie1', 'chocolat', 'chocolate', 'christian',
  'computer', 'danielle', 'dell1234', 'doudoune', 'dragon123', 'elizabeth', 'estrella', 'facebook', 'football', 'football1',
  'formule1', 'francais', 'franklin', 'freedom1', 'garfield', 'godzilla', 'greenday', 'hamdoulah', 'hamdoullah', 'hello123',
  'icecream', 'iloveyou', 'iloveyou1', 'iloveyou2', 'internet', 'jennifer', 'jessica1', 'jetaime1', 'jordan23', 'juventus',
  'killer123', 'kristina', 'letmein1', 'letmein123', 'liverpool', 'liverpool1', 'location', 'loulou123', 'loveyou1',
  'mamamama', 'manchester', 'marrakech', 'marseille', 'matthew1', 'maverick', 'medina123', 'medina-care', 'medinacare',
  'mercedes', 'michael1', 'michelle', 'midnight', 'minecraft', 'mohamed1', 'mohamed123', 'mohammed', 'monkey123',
  'motdepasse', 'motdepasse1', 'motdepasse123', 'mustang1', 'naruto123', 'nicholas', 'nouveau1', 'p@ssw0rd', 'p@ssword',
  'pa$$w0rd', 'pa55word', 'passer123', 'passw0rd', 'passw0rd1', 'password', 'password!', 'password0', 'password01',
  'password1', 'password1!', 'password11', 'password12', 'password123', 'password1234', 'password2', 'password3',
  'patient1', 'patient123', 'pharmacie', 'pharmacy', 'pokemon1', 'pokemon123', 'princess', 'princess1', 'princesse', 'q1w2e3r4',
  'q1w2e3r4t5', 'qazwsx123', 'qazwsxedc', 'qazxswedc', 'qqqqqqqq', 'qwer1234', 'qwerasdf', 'qwert123', 'qwert12345',
  'qwerty12', 'qwerty123', 'qwerty1234', 'qwerty12345', 'qwerty123456', 'qwertyui', 'qwertyuiop', 'rajacasa', 'realmadrid',
  'samantha', 'samsung1', 'scorpion', 'sebastian', 'secret123', 'shadow123', 'skywalker', 'slipknot', 'snowball', 'soleil123',
  'spiderman', 'starwars', 'startrek', 'steelers', 'summer2024', 'summer2025', 'summer2026', 'sunshine', 'sunshine1',
  'superman', 'superman1', 'superstar', 'swordfish', 'telephone', 'tequiero', 'test1234', 'test12345', 'testtest', 'trustno1',
  'veronica', 'victoria', 'w8woord8', 'welcome1', 'welcome12', 'welcome123', 'whatever', 'william1', 'x4ivygae', 'yasmine1',
  'youssef1', 'zaq12wsx', 'zaq1zaq1', 'zxcvbnm1', 'zxcvbnm123', 'zxcvbnm,',
])

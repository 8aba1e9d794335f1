/**
 * Words that are common in passwords, in several languages and from this service, in lower case. With a capital, a year
 * and an exclamation mark they meet every rule, and they are guessed first.
 */
const words = `
  pass password passwords passwort passwd passphrase contrasena contraseña clave parola senha haslo heslo motdepasse
  wachtwoord salasana losenord sifre secret geheim segredo secreto
  admin administrator administrador root user usuario guest login master manager system server support default change
  changeme letmein letmeinnow access enter open temp temporary test tester testing testtest demo example sample trustno
  welcome bienvenido bienvenue willkommen benvenuto hello helloworld hola hallo bonjour ciao goodbye thankyou
  iloveyou loveyou ilove love lovely lover tequiero teamo ichliebedich jetaime amor amour baby babygirl angel sweetheart
  qwerty qwertyui qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm
  yxcvbnm qwer qwert qweasd qweasdzxc qaz qazwsx qazwsxedc wasd poiuytrewq a aa aaa aaaa ab abc abcd abcde abcdef abcdefg
  abcdefgh abcabc xyz
  monkey dragon tiger lion eagle wolf bear butterfly dolphin chicken kitty kitten doggy puppy horse pony bunny turtle
  football futbol fussball baseball basketball soccer hockey tennis golf rugby cricket arsenal chelsea liverpool
  barcelona madrid juventus bayern yankees cowboys lakers steelers
  superman batman spiderman ironman pokemon pikachu naruto starwars jedi yoda matrix hunter ranger killer ninja samurai
  warrior knight wizard merlin phoenix shadow ghost legend gamer minecraft fortnite
  sunshine rainbow flower flowers princess prince princesa queen king diamond golden silver crystal star heaven summer
  winter spring autumn fall sommer herbst verano invierno primavera january february march april may june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday
  cheese chocolate cookie coffee banana orange apple cherry peanut pepper ginger sugar honey pizza whisky
  computer internet google facebook instagram youtube twitter samsung android windows microsoft iphone linux ubuntu
  company office business school student teacher family mother father mama papa mommy daddy grandma grandpa abuela oma
  freedom whatever nothing something forever always happy lucky money dollar music guitar blessed jesus christ america
  england london paris berlin germany france spain espana italia mexico brazil brasil canada australia india
  michael jordan jennifer jessica ashley daniel thomas robert andrew charlie george william james matthew david joshua
  anthony alexander maria anna sophia olivia emma hannah nicole amanda samantha carlos jose juan luis antonio
  fallwatch caregiver carer patient nurse doctor health hospital wearable care senior
`
const common = new Set(words.split(/\s+/).filter(Boolean))

/** Keyboard patterns and sequences that mix letters, digits and signs. */
const patterns = new Set(
  `
  1qaz2wsx 1qazxsw2 1qaz@wsx !qaz2wsx !qaz@wsx zaq12wsx zaq1xsw2 zaq!2wsx q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t
  1a2b3c4d a1b2c3d4 a1s2d3f4 p@ssw0rd passw0rd pa55word pa$$word p@55w0rd p4ssw0rd abc123 123abc 123qwe qwe123 1234qwer
  qwer1234 asd123 123asd aa123456 a123456 a1234567 123456a
  `
    .split(/\s+/)
    .filter(Boolean),
)

/** What people add before and after a word: at most a year, a number and a few signs. */
const decoration = /^[\d!@#$%^&*._?+]*$/
const maxPrefixLength = 4
const maxSuffixLength = 7

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const plainLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign)

/** The longest password that the schema allows. */
const maxLength = 128

/**
 * True for a listed word or keyboard pattern, once or twice, in any case, with digits for letters that
 * look alike, and with the usual digits and signs before and after it.
 */
export function isCommonPassword(password: string): boolean {
  // A longer one is refused for its length, and would take long to check.
  if (password.length > maxLength) return false
  const text = password.toLowerCase()
  return cores(text).some((core) => {
    const half = core.slice(0, core.length / 2)
    return [core, ...(half + half === core ? [half] : [])].some(
      (word) => common.has(word) || common.has(plainLetters(word)) || patterns.has(word),
    )
  })
}

/** Lists a text without each possible decoration: a sign may also stand for a letter. */
function cores(text: string): string[] {
  const all: string[] = []
  for (let begin = 0; begin <= maxPrefixLength && decoration.test(text.slice(0, begin)); begin++) {
    for (let end = text.length; end > begin && text.length - end <= maxSuffixLength; end--) {
      if (!decoration.test(text.slice(end))) break
      all.push(text.slice(begin, end))
    }
  }
  return all
}

import { type Command, common, onlyArgument } from '../command.ts'
import { usage } from '../failure.ts'
import { profileNames } from '../profiles.ts'
import { closest } from '../suggestion.ts'
import { operationOf } from './call.ts'

/** Scripts that ask this program for completions (`medina __complete WORD …`), one a line. */
const scripts: Record<string, string> = {
  bash: `_medina() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(medina __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)" -- "$word"))
}
complete -o default -F _medina medina
`,
  zsh: `#compdef medina
_medina() {
  local -a found
  found=("\${(@f)$(medina __complete "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  [[ -n "$found" ]] && compadd -- $found || _files
}
compdef _medina medina
`,
  fish: `complete -c medina -f -a '(medina __complete (commandline -opc)[2..] (commandline -ct) 2> /dev/null)'
`,
}

export const completion: Command = {
  name: 'completion',
  takes: 'bash | zsh | fish',
  says: 'print the script that completes commands in your shell',
  examples: [
    'medina completion bash >> ~/.bashrc',
    'medina completion zsh >> ~/.zshrc',
    'medina completion fish > ~/.config/fish/completions/medina.fish',
  ],
  completes: () => Object.keys(scripts),
  async run(given) {
    const shell = onlyArgument(given, 'shell')
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
    if (!script) throw usage(`There is no completion for ${shell}.`, closest(shell, Object.keys(scripts)))
    process.stdout.write(script)
  },
}

/** The possible words in the place of the last one. */
export function candidates(commands: readonly Command[], words: string[]): string[] {
  const [name, ...rest] = words
  const last = words.at(-1) ?? ''
  if (rest.length === 0) return [...commands.map((one) => one.name), 'help', '--help', '--version']
  const command = commands.find((one) => one.name === name)
  if (!command) return []
  if (rest.at(-2) === '--profile') return profileNames()
  if (!last.startsWith('-')) return rest.length === 1 ? [...(command.completes?.() ?? [])] : []
  const options = Object.keys({ ...command.options, ...common })
  return [...options, ...fieldsOf(command, rest)].map((option) => `--${option}`)
}

function fieldsOf({ name }: Command, [operation]: string[]): string[] {
  if (name !== 'call' || !operation || operation.startsWith('-')) return []
  const { body, query } = operationOf(operation)
  return Object.keys({ ...body, ...query })
}

# Completion of layerwright in fish. Nothing that is typed, and no name that is offered, is evaluated.

function __layerwright_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    # The dot keeps the last word from being empty, which some shells would not pass on.
    for line in (layerwright completions fish -- $typed[2..-1] "$current." 2>/dev/null)
        switch $line
            case ''
            case :json
                __fish_complete_suffix .json
            case :folders
                __fish_complete_directories $current
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c layerwright -f -a '(__layerwright_complete)'

# Fish completion for layerwright. It never evaluates typed words or completions.

function __layerwright_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    # Some shells drop an empty last word. The dot prevents this.
    for line in (layerwright completions fish -- $typed[2..-1] "$current." 2>/dev/null)
        switch $line
            case ''
            case :json
                __fish_complete_suffix .json
            case :documents
                for ending in .json .yaml .yml
                    __fish_complete_suffix $ending
                end
            case :folders
                __fish_complete_directories $current
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c layerwright -f -a '(__layerwright_complete)'
